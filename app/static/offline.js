// Keeps the pages at hand without a network, and says so when that is what is shown.
const mark = document.getElementById("offline");
const workers = navigator.serviceWorker;

function say(offline) {
  mark.hidden = !offline;
}

addEventListener("offline", () => say(true));
addEventListener("online", () => say(false));
say(!navigator.onLine);

if (workers && isSecureContext) {
  workers.addEventListener("message", (event) => {
    if (event.data?.kept === location.href) say(true);
  });
  workers.register("/sw.js").catch(() => {});
  workers.controller?.postMessage({ asked: location.href });
}

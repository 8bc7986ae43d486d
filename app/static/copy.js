// Copies a citation: the words as they stand on the page, in the frame the server wrote.
const status = document.getElementById("status");

function citation(button) {
  const body = document.getElementById(button.dataset.copy).querySelector(".body");
  return button.dataset.before + body.textContent + button.dataset.after;
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(citation(button));
    say(button, status.dataset.copied);
  } catch {
    say(button, status.dataset.failed);
  }
}

// The words beside the button's picture.
function say(button, words) {
  const label = button.querySelector("span") ?? button;
  button.dataset.label ??= label.textContent;
  label.textContent = words;
  status.textContent = words;
  setTimeout(() => {
    label.textContent = button.dataset.label;
    status.textContent = "";
  }, 2500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
});

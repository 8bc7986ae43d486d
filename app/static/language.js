// Remembers the language a person switches to, for addresses that name none.
for (const link of document.querySelectorAll("[data-interface]")) {
  link.addEventListener("click", () => {
    const year = 365 * 24 * 3600;
    document.cookie = `interface=${link.dataset.interface}; path=/; max-age=${year}; samesite=lax`;
  });
}

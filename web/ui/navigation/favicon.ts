/** The favicon in the site's colour; another one in an acting session. */
export function setFavicon(colour: string, ink: string): void {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/><path d="M11 7.5h10M12.5 7.5v14a3.5 3.5 0 0 0 7 0v-14" fill="none" stroke="${ink}" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/><path d="M14.6 15.5h2.8v6a1.4 1.4 0 0 1-2.8 0z" fill="${ink}"/></svg>`;
  document.querySelector('link[rel="icon"]')?.setAttribute('href', `data:image/svg+xml,${encodeURIComponent(picture)}`);
}

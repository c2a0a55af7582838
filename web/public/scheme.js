// Runs before the first paint, so that nobody who chose the dark sees a white flash.
(() => {
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem('preferences')) || {};
  } catch {}
  const root = document.documentElement;
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen.colour_scheme === 'dark' || (chosen.colour_scheme !== 'light' && systemIsDark);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  root.setAttribute('data-density', chosen.density === 'compact' ? 'compact' : 'comfortable');
})();

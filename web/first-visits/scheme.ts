// Runs inside the page before the first paint, so that a user who chose the dark scheme sees no white flash.
(() => {
  let chosen: { colour_scheme?: string; density?: string } = {};
  try {
    // @NOTE stored by the application; any other value leaves the defaults.
    chosen = (JSON.parse(localStorage.getItem('preferences') ?? '') as typeof chosen | null) ?? {};
  } catch {
    // Nothing is stored, or storage is disabled.
  }
  const root = document.documentElement;
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen.colour_scheme === 'dark' || (chosen.colour_scheme !== 'light' && systemIsDark);
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  root.setAttribute('data-density', chosen.density === 'compact' ? 'compact' : 'comfortable');
})();

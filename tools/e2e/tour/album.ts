import { globSync, writeFileSync } from 'node:fs';
import { ARTIFACTS } from '../page/artifacts.ts';
import { looks } from '../page/looks.ts';

export const ALBUM = `${ARTIFACTS}/pictures`;

const shown = [looks.light, looks.dark, looks.phone, looks.darkPhone];

/** Writes an index page: a row for each screen, a column for each look, and arrow keys to browse. */
export function writeIndex(): void {
  const files = globSync('*/*.png', { cwd: ALBUM }).map((file) => file.replaceAll('\\', '/'));
  const screens = [...new Set(files.map((file) => file.replace(/-(light|dark)-\d+\.png$/, '')))].toSorted();
  const people = [...new Set(screens.map((screen) => folderOf(screen)))];
  const sections = people.map((who) => {
    const rows = screens.filter((screen) => folderOf(screen) === who).map((screen) => rowOf(screen, files));
    return `<h2 id="${who}">${who}</h2>\n<table>\n${rows.join('\n')}\n</table>`;
  });
  const links = people.map((who) => `<a href="#${who}">${who}</a>`).join(' ');
  writeFileSync(`${ALBUM}/index.html`, `${HEAD}<nav>${links}</nav>\n${sections.join('\n')}\n${VIEWER}`);
  console.log(`${files.length} pictures of ${screens.length} screens: ${ALBUM}/index.html`);
}

function folderOf(screen: string): string {
  return screen.slice(0, screen.indexOf('/'));
}

function rowOf(screen: string, files: readonly string[]): string {
  const cells = shown.map(({ name, width }) => {
    const file = `${screen}-${name}.png`;
    if (!files.includes(file)) return '<td></td>';
    const kind = width < 768 ? 'phone' : 'desktop';
    return `<td><a href="${file}"><img class="${kind}" loading="lazy" src="${file}" alt="${screen}, ${name}"></a></td>`;
  });
  return `<tr><th>${screen.slice(screen.indexOf('/') + 1)}</th>${cells.join('')}</tr>`;
}

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every screen of Vialkeep</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; color: #151d22; background: #f6f8f9; }
  nav { position: sticky; top: 0; padding: 8px 0; background: #f6f8f9; }
  nav a { margin-right: 12px; }
  th { text-align: left; vertical-align: top; width: 180px; padding: 8px; font-weight: 500; }
  td { vertical-align: top; padding: 8px; }
  img { height: 220px; object-fit: cover; object-position: top; border: 1px solid #c8d1d6; background: #fff; }
  img.desktop { width: 352px; }
  img.phone { width: 102px; }
  dialog { border: 0; padding: 0; max-width: none; max-height: none; width: 100vw; height: 100vh; overflow: auto; background: #28343b; }
  dialog p { position: sticky; top: 0; margin: 0; padding: 6px 12px; color: #fff; background: #151d22; }
  dialog img { display: block; margin: 0 auto; width: auto; height: auto; border: 0; }
</style>
<h1>Every screen of Vialkeep</h1>
`;

const VIEWER = `<dialog><p></p><img alt=""></dialog>
<script>
  const links = [...document.querySelectorAll('td a')];
  const dialog = document.querySelector('dialog');
  let at = 0;
  const show = (next) => {
    at = Math.max(0, Math.min(links.length - 1, next));
    dialog.querySelector('img').src = links[at].href;
    dialog.querySelector('p').textContent = links[at].querySelector('img').alt + ' (' + (at + 1) + ' of ' + links.length + ')';
    dialog.scrollTop = 0;
    if (!dialog.open) dialog.showModal();
  };
  for (const [index, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(index);
    });
  }
  addEventListener('keydown', ({ key }) => {
    if (dialog.open && key === 'ArrowRight') show(at + 1);
    if (dialog.open && key === 'ArrowLeft') show(at - 1);
  });
</script>
`;

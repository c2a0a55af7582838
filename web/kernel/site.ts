import { Site } from '@vialkeep/contract/sites.ts';

/** The site of this page. The server writes it into the HTML, so that name and colour are there at first paint. */
export const site: Site = readSite();

function readSite(): Site {
  const written = document.getElementById('site')?.textContent;
  if (!written) throw new Error('This page was served without its site.');
  return Site.parse(JSON.parse(written));
}

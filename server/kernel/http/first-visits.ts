import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type VisitedPage = {
  /** In the router's syntax: `/lab/{-$id}`. */
  path: string;
  scripts: readonly string[];
  styles: readonly string[];
  /** For the script inside the page. */
  data: object;
};

/** What the first visit of each page loads and asks for, as the build of the web app writes it (0075). */
export type FirstVisits = { readonly script: string; readonly pages: readonly VisitedPage[] };

export const noFirstVisits: FirstVisits = { script: '', pages: [] };

export async function readFirstVisits(root: string): Promise<FirstVisits> {
  // @NOTE the build writes this file together with the page.
  return JSON.parse(await readFile(join(root, '.vite/first-visits.json'), 'utf8')) as FirstVisits;
}

/** The hashes that let the browser run the scripts inside a page: that of the first visit, and those of the HTML. */
export function scriptHashes(html: string, { script }: FirstVisits): readonly string[] {
  const inside = Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, code = '']) => code);
  return [...inside, ...(script === '' ? [] : [script])].map(
    (code) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
  );
}

/** Adds to a page's HTML what its first visit needs, by the path that the browser asks for. */
export function firstVisitAdder({ script, pages }: FirstVisits): (html: string, url: string) => string {
  const patterns = pages.map((page) => ({ pattern: patternOf(page.path), ...tagsOf(page, script) }));
  return (html, url) => {
    const [path = '', query] = url.split('?', 2);
    const visited = patterns.find(({ pattern }) => pattern.test(path));
    if (!visited) return html;
    const { preloads, early, styles } = visited;
    return (
      html
        // A query can change what the page asks for.
        .replace('<!--first-visit-->', () => preloads + (query ? '' : early))
        .replace('</head>', () => `${styles}</head>`)
    );
  };
}

function tagsOf({ scripts, styles, data }: VisitedPage, script: string) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return {
    preloads: scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`).join(''),
    early: `<script type="application/json" id="first-visit">${json}</script><script>${script}</script>`,
    // After the styles of every page, as the application itself adds them.
    styles: styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`).join(''),
  };
}

function patternOf(path: string): RegExp {
  const pattern = path.replaceAll(/\/\{-\$\w+\}/g, '(?:/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+');
  return new RegExp(`^${pattern}/?$`);
}

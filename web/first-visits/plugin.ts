import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { minifySync, transformSync } from 'rolldown/utils';
import type { Plugin, Rolldown } from 'vite';
import { closure } from '../bundle-budget.ts';
import { firstVisits } from './pages.generated.ts';

const LARGEST_SCRIPT_BYTES = 1000;

/** Writes the files and reads of every page's first visit for the server, which sends them with the page (0075). */
export function writeFirstVisits(): Plugin {
  const web = resolve(import.meta.dirname, '..');
  return {
    name: 'first-visits',
    apply: 'build',
    transformIndexHtml: (html) =>
      html.replace('<!--scheme-->', () => `<script>${readInlineScript('scheme.ts')}</script>`),
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file): [string, Rolldown.OutputChunk][] =>
          file.type === 'chunk' ? [[file.fileName, file]] : [],
        ),
      );
      const chunkOf = (module: string) => {
        const found = [...chunks.values()].find((chunk) => chunk.moduleIds.includes(resolve(web, module)));
        return found ?? this.error(`${module} is loaded by a page, but is in no file of the build.`);
      };
      const ofEveryPage = closure(
        [...chunks.values()].filter((chunk) => chunk.isEntry),
        chunks,
      );
      const filesOf = (modules: readonly string[], loaded: ReadonlySet<Rolldown.OutputChunk>) => {
        const more = [...closure(modules.map(chunkOf), chunks)].filter((chunk) => !loaded.has(chunk));
        return {
          chunks: more,
          scripts: more.map((chunk) => `/${chunk.fileName}`),
          styles: more.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)),
        };
      };
      const pages = firstVisits.map(({ path, plans, modules, reads, byPlan }) => {
        const { chunks: own, scripts, styles } = filesOf(modules, ofEveryPage);
        const loaded = new Set([...ofEveryPage, ...own]);
        const ofPlans = Object.fromEntries(
          Object.entries(byPlan).map(([plan, part]) => {
            const { scripts: ofPlan } = filesOf(part.modules, loaded);
            return [plan, { scripts: ofPlan, reads: part.reads }] as const;
          }),
        );
        return { path, scripts, styles, data: { plans, reads, byPlan: ofPlans } };
      });
      const script = readInlineScript('../kernel/api/start-early-reads.ts');
      if (script.length > LARGEST_SCRIPT_BYTES) this.error(`The script inside the page has ${script.length} bytes.`);
      this.emitFile({ type: 'asset', fileName: '.vite/first-visits.json', source: JSON.stringify({ script, pages }) });
    },
  };
}

function readInlineScript(file: string): string {
  const { code } = transformSync(file, readFileSync(resolve(import.meta.dirname, file), 'utf8'));
  return minifySync(file.replace(/ts$/, 'js'), code, { module: false }).code.trim();
}

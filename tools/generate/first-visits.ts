import { globSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { type Section, sectionsOf } from '../../web/capabilities/dashboard/sections.ts';
import type { FirstVisit } from '../../web/first-visits/first-visit.ts';
import * as addresses from '../../web/kernel/navigation/addresses.ts';
import type { Page } from '../../web/kernel/navigation/page.ts';
import { firstReadsOf } from '../../web/shell/first-reads.ts';

const FRAME = 'shell/framed.tsx';
const DASHBOARD = 'capabilities/dashboard';

type DashboardParts = Readonly<Record<Section, { load: () => Promise<unknown> }>>;

/** What every page loads and asks for first, for the build and the server (0075). */
export async function firstVisitsModule(root: string): Promise<string> {
  const web = join(root, 'web');
  // @NOTE imported by its path at run time, because the compiler of the tools reads no JSX.
  const { parts } = (await import(join(web, DASHBOARD, 'parts.ts'))) as { parts: DashboardParts };
  const visits = (await listPages(web)).map((page) => describeVisit(page, parts));
  return [
    '// Written by `npm run generate`; compared in `npm run check`.',
    "import type { FirstVisit } from './first-visit.ts';",
    '',
    'export const firstVisits: readonly FirstVisit[] = [',
    ...visits.map((visit) => `  ${JSON.stringify(visit)},`),
    '];',
    '',
  ].join('\n');
}

type LocatedPage = { page: Page; folder: string };

async function listPages(web: string): Promise<LocatedPage[]> {
  const files = globSync('capabilities/*/*.pages.ts', { cwd: web }).toSorted();
  const lists = files.map(async (file) => {
    // @NOTE a list of pages exports nothing else.
    const exported = (await import(join(web, file))) as Record<string, readonly Page[]>;
    return Object.values(exported).flatMap((pages) => pages.map((page) => ({ page, folder: dirname(file) })));
  });
  return (await Promise.all(lists)).flat();
}

function describeVisit({ page, folder }: LocatedPage, parts: DashboardParts): FirstVisit {
  const isFramed = page.frame === 'framed';
  const screen = moduleLoadedBy(page.load, folder);
  return {
    path: page.path,
    plans: page.orOrdersVials || !page.onlyStoredPlans ? null : page.onlyStoredPlans,
    modules: isFramed ? [FRAME, screen] : [screen],
    reads: isFramed ? checkReads(firstReadsOf(page.path, null)) : [],
    byPlan: page.path === addresses.dashboard ? describeDashboards(parts) : describeReaders(page.path),
  };
}

/** The plans for which a page asks for more than for others, with the modules of no more. */
function describeReaders(path: Page['path']): FirstVisit['byPlan'] {
  const readers = Object.values(Plan).map((plan) => [plan, firstReadsOf(path, plan)] as const);
  return Object.fromEntries(
    readers
      .filter(([, reads]) => reads.length > 0)
      .map(([plan, reads]) => [plan, { modules: [], reads: checkReads(reads) }]),
  );
}

function describeDashboards(parts: DashboardParts): FirstVisit['byPlan'] {
  return Object.fromEntries(
    Object.values(Plan).map((plan) => {
      const modules = sectionsOf(plan, false).map((section) => moduleLoadedBy(parts[section].load, DASHBOARD));
      return [plan, { modules: [...new Set(modules)], reads: checkReads(firstReadsOf(addresses.dashboard, plan)) }];
    }),
  );
}

/** `async () => (await import('./login.screen.tsx')).LoginScreen` in its folder → the module's path below web/. */
function moduleLoadedBy(load: () => Promise<unknown>, folder: string): string {
  const file = /import\(['"](.+?)['"]\)/.exec(String(load))?.[1];
  if (!file) throw new Error(`${folder}: ${String(load)} imports no screen.`);
  return relative('.', join(folder, file)).replaceAll('\\', '/');
}

const readable = catalogue
  .filter(({ route }) => route.method === 'GET')
  .map(({ route }) => new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`));

function checkReads(reads: readonly string[]): readonly string[] {
  const unknown = reads.find((read) => !readable.some((path) => path.test(read.replace(/\?.*/, ''))));
  if (unknown) throw new Error(`${unknown} is a first read, but no call of the contract.`);
  return reads;
}

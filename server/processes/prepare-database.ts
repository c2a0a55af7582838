import { buildApp } from '../app.ts';
import { completeFolders } from '../capabilities/custom-sites/index.ts';
import { loadDemoNetwork } from '../demo/load-demo-network.ts';
import { ensureMainSite, requireSameDataKey } from '../first-start.ts';
import { findDemoNetwork, noteDemoNetwork, seeDemoNetwork } from '../integrations/database/demo-network.ts';
import { openDatabase } from '../integrations/database/open-database.ts';
import { announceServer, migrate } from '../kernel/db/migrate.ts';
import { ensureRuntimeRole } from '../kernel/db/roles.ts';
import type { Pages } from '../kernel/http/pages.ts';
import { migrateQueue } from '../kernel/jobs/jobs.ts';
import type { Services } from '../kernel/services.ts';
import { hasDemoMark, logAccepted, requireSafeStart } from '../kernel/settings/safe-start.ts';
import type { Settings } from '../kernel/settings/settings.ts';
import { StartupProblem } from '../kernel/startup-problem.ts';
import type { CloseStack } from './run-process.ts';

export type PreparedDatabase = { readonly ownerUrl: string; readonly runtimeUrl: string; readonly where: string };

/** Opens the database and brings it to the state that every process of the server expects. */
export async function prepareDatabase(
  settings: Settings,
  pages: Pages,
  opened: CloseStack,
  say: (sentence: string) => void,
): Promise<PreparedDatabase> {
  const seen = await seeBeforeWriting(settings);
  const database = await openDatabase(settings, say);
  opened.push(() => database.stop());
  if (seen === null) requireSafeStart(settings, await findDemoNetwork(database.ownerUrl));
  const runtimeUrl = await ensureRuntimeRole(database.ownerUrl, settings);
  await migrateQueue(database.ownerUrl);
  await migrate(database.ownerUrl, {
    apply: settings.autoMigrate,
    notify: say,
    // Before the data key is read, so that no server goes on with a key that is being replaced.
    beforeTurnEnds: async () => void opened.push(await announceServer(database.ownerUrl)),
  });

  const app = await buildApp(settings, runtimeUrl, pages);
  try {
    await prepareData(app.services);
  } finally {
    await app.close();
  }
  return { ownerUrl: database.ownerUrl, runtimeUrl, where: database.where };
}

async function prepareData(services: Services): Promise<void> {
  await requireSameDataKey(services);
  const isNew = await ensureMainSite(services);
  if (isNew && services.settings.demo) await loadDemoNetwork(services);
  if (await hasDemoMark(services)) await noteDemoNetwork(services.settings);
  await logAccepted(services);
  await completeFolders(services);
}

/**
 * Checks the settings before anything is opened, and the database if it can be read without writing. Returns whether it
 * has the demo network, or null when that is not known yet.
 */
async function seeBeforeWriting(settings: Settings): Promise<boolean | null> {
  const unreachable: string[] = [];
  const seen = await seeDemoNetwork(settings).catch((problem: unknown) => {
    if (!(problem instanceof StartupProblem)) throw problem;
    unreachable.push(problem.message);
    return null;
  });
  requireSafeStart(settings, seen === true, unreachable);
  return seen;
}

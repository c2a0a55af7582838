import { resolve } from 'node:path';
import { buildApp, jobsWith } from './app.ts';
import { completeFolders } from './capabilities/custom-sites/index.ts';
import { demoAccounts, loadDemoNetwork } from './demo/load-demo-network.ts';
import { ensureMainSite, requireSameDataKey } from './first-start.ts';
import { findDemoNetwork, noteDemoNetwork, seeDemoNetwork } from './integrations/database/demo-network.ts';
import { openDatabase } from './integrations/database/open-database.ts';
import { openMail } from './integrations/mail/open-mail.ts';
import { migrate } from './kernel/db/migrate.ts';
import { ensureRuntimeRole } from './kernel/db/roles.ts';
import { readPages } from './kernel/http/pages.ts';
import { migrateQueue, startJobs } from './kernel/jobs/jobs.ts';
import { hasDemoMark, logAccepted, requireSafeStart } from './kernel/settings/safe-start.ts';
import { readSettings, type Settings } from './kernel/settings/settings.ts';
import { StartupProblem } from './kernel/startup-problem.ts';
import { requireSupportedNode } from './node-version.ts';

const say = (sentence: string) => console.log(sentence);

/** Close functions of everything opened so far, called in reverse order by a signal or after a failed start. */
const opened: (() => Promise<void>)[] = [];

async function closeAll(): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close();
}

async function start(): Promise<void> {
  requireSupportedNode();
  const settings = readSettings();
  const pages = await readPages(resolve(import.meta.dirname, '../web/dist'));
  const seen = await seeBeforeWriting(settings);

  const database = await openDatabase(settings, say);
  opened.push(() => database.stop());
  if (seen === null) requireSafeStart(settings, await findDemoNetwork(database.ownerUrl));
  const runtimeUrl = await ensureRuntimeRole(database.ownerUrl, settings);
  await migrateQueue(database.ownerUrl);
  await migrate(database.ownerUrl, { apply: settings.autoMigrate });

  const app = await buildApp(settings, runtimeUrl, pages);
  opened.push(() => app.close());
  await requireSameDataKey(app.services);
  const isNew = await ensureMainSite(app.services);
  if (isNew && settings.demo) await loadDemoNetwork(app.services);
  if (await hasDemoMark(app.services)) await noteDemoNetwork(settings);
  await logAccepted(app.services);
  await completeFolders(app.services);

  const mail = openMail(settings);
  opened.push(() => mail.close());
  const jobs = await startJobs(database.ownerUrl, jobsWith(mail), app.services, settings.workerConcurrency);
  opened.push(() => jobs.stop());

  await app.http.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupProblem(cannotListen(error, settings));
  });
  greet(settings, database.where);
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

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Settings): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is already in use; set PORT to another one.`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user; set PORT to one above 1023.`;
  return `The server cannot listen on ${host}:${port} (${error.code ?? 'unknown reason'}).`;
}

function greet(settings: Settings, where: string): void {
  say(`\nVialkeep is ready at ${settings.baseUrl}`);
  say(where);
  if (!settings.demo) return;
  say('\nDemo accounts (password of every one: Vialkeep-demo-1)');
  for (const { plan, email } of demoAccounts) say(`  ${plan.padEnd(24)} ${email}`);
  say(`\nLetters are kept at ${settings.baseUrl}/dev/outbox. Stop with Ctrl+C.`);
}

let stopping = false;

async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  try {
    await closeAll();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    exitCode = 1;
  }
  process.exit(exitCode);
}

process.on('SIGTERM', () => void stop(0));
process.on('SIGINT', () => void stop(0));

start().catch((problem: unknown) => {
  // An expected problem is printed as one sentence; any other error is a bug and needs its stack.
  console.error(problem instanceof StartupProblem ? problem.message : problem);
  void stop(1);
});

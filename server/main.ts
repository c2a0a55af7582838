import { resolve } from 'node:path';
import { demoAccounts } from './demo/load-demo-network.ts';
import { readPages } from './kernel/http/pages.ts';
import { readSettings, type Settings } from './kernel/settings/settings.ts';
import { requireSupportedNode } from './node-version.ts';
import { readFiguresOfOne, serveFigures } from './processes/figures.ts';
import { prepareDatabase } from './processes/prepare-database.ts';
import { runProcess } from './processes/run-process.ts';
import { listenOn, startApp } from './processes/serve.ts';
import { openSupervisor } from './processes/supervisor.ts';

const say = (sentence: string) => console.log(sentence);

const running = runProcess(async ({ opened, stop }) => {
  requireSupportedNode();
  const settings = readSettings();
  const pages = await readPages(resolve(import.meta.dirname, '../web/dist'));

  if (settings.workers === 1) {
    const { where, ...database } = await prepareDatabase(settings, pages, opened, say);
    const alone = { ...database, workers: 1, place: 0, queuesStartJobs: true };
    const app = await startApp(settings, pages, alone, opened);
    await serveFigures(settings, database.ownerUrl, () => readFiguresOfOne(app), opened);
    await listenOn(settings, (at) => app.http.listen(at));
    greet(settings, where);
    return;
  }

  // The workers load their code while the database is prepared.
  const supervisor = openSupervisor(settings, (exitCode) => void stop(exitCode));
  const database = await prepareDatabase(settings, pages, opened, say);
  opened.push(() => supervisor.stop());
  await serveFigures(settings, database.ownerUrl, () => supervisor.readFigures(), opened);
  await supervisor.serve(database);
  // A terminal that is closed sends the same signal as an operator who restarts a service.
  process.on('SIGHUP', () => void (process.stdout.isTTY ? stop(0) : supervisor.restart()));
  greet(settings, `${database.where}\nThe server runs on ${settings.workers} processes.`);
});

process.on('SIGTERM', () => void running.stop(0));
process.on('SIGINT', () => void running.stop(0));

function greet(settings: Settings, where: string): void {
  say(`\nVialkeep is ready at ${settings.baseUrl}`);
  say(where);
  if (!settings.demo) return;
  say('\nDemo accounts (password of every one: Vialkeep-demo-1)');
  for (const { plan, email } of demoAccounts) say(`  ${plan.padEnd(24)} ${email}`);
  say(`\nLetters are kept at ${settings.baseUrl}/dev/outbox. Stop with Ctrl+C.`);
}

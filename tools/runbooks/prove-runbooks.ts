import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '../harness/build-pages.ts';
import { CleanUp } from '../harness/clean-up.ts';
import { Installation } from './installation.ts';
import { openMachines } from './machines.ts';
import { goOnAlone, loseDisk, loseNode, loseTwo } from './node-runbooks.ts';
import { Operator } from './operator.ts';
import { loseSite, restoreMoment } from './recovery-runbooks.ts';
import { RunbookDocument } from './runbook-document.ts';
import { setUp } from './set-up.ts';
import { runTimersOnce, upgrade } from './upgrade-runbook.ts';

/**
 * `npm run prove:runbooks`: does the runbooks of docs/operations.md with their own commands, on four machines with
 * systemd that are booted here, while an administrator writes. Needs root and Debian's packages. `--image DIR` keeps the
 * Debian of the machines in a folder for the next run; `--only 'disk|moment'` does the runbooks whose name matches; `--stay` leaves the
 * machines up after a failure until Ctrl+C.
 */
const RUNBOOKS: readonly (readonly [string, (installation: Installation) => Promise<void>])[] = [
  ['a node is lost and comes back', loseNode],
  ['a node is lost with its disk', loseDisk],
  ['restore to a moment', restoreMoment],
  ['two nodes are lost, one comes back', loseTwo],
  ['two nodes are destroyed', goOnAlone],
  ['upgrade', upgrade],
  ['the services of the timers', runTimersOnce],
  ['the site is lost', loseSite],
];
const { values: asked } = parseArgs({
  options: { image: { type: 'string' }, only: { type: 'string' }, stay: { type: 'boolean' } },
});
type Row = {
  readonly name: string;
  readonly commands: number;
  readonly result: string;
  readonly seconds: number | null;
};
const rows: Row[] = [];

buildPages();
const cleanUp = new CleanUp();
try {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const operator = new Operator(new RunbookDocument(text));
  const machines = await openMachines(cleanUp, asked.image ? resolve(asked.image) : null);
  const installation = new Installation(machines, operator);
  cleanUp.add(() => installation.writes.stop());
  const isSetUp = await tryRunbook('set up', installation, async () => {
    await setUp(installation);
    installation.writes.start();
    await installation.judge((await installation.untilHealthy()).primary);
  });
  const chosen = RUNBOOKS.filter(([name]) => new RegExp(asked.only ?? '').test(name));
  for (const [name, task] of isSetUp ? chosen : []) {
    if (await tryRunbook(name, installation, () => task(installation))) continue;
    // A cluster that a runbook has left broken says nothing about the next one.
    if (!(await isUsable(installation))) break;
  }
} finally {
  await cleanUp.run();
}
console.log('\n| Runbook | Commands of the document | Result | Longest time without a write |\n|---|---|---|---|');
for (const { name, commands, result, seconds } of rows) {
  console.log(`| ${name} | ${commands} | ${result} | ${seconds === null ? '—' : `${seconds.toFixed(1)} s`} |`);
}
if (rows.some(({ result }) => result !== 'as written') || rows.length === 0) process.exitCode = 1;

async function isUsable(installation: Installation): Promise<boolean> {
  return installation.untilHealthy().then(
    () => true,
    () => false,
  );
}

async function tryRunbook(name: string, installation: Installation, task: () => Promise<void>): Promise<boolean> {
  const { operator, writes } = installation;
  console.log(`\n  ${name}`);
  const before = operator.commands;
  const began = performance.now();
  const isWriting = writes.acknowledged.length > 0;
  writes.measure();
  let result = 'as written';
  try {
    await task();
  } catch (error) {
    result = 'FAILED';
    console.error(error instanceof Error ? error.message : error);
    if (asked.stay) await new Promise(() => setInterval(() => {}, 60_000));
  }
  rows.push({ name, commands: operator.commands - before, result, seconds: isWriting ? writes.secondsWithout : null });
  console.log(`  ${name}: ${result} in ${Math.round((performance.now() - began) / 1_000)} s`);
  return result === 'as written';
}

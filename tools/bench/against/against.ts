import { parseArgs } from 'node:util';
import { buildPages } from '../../harness/build-pages.ts';
import { median, quantile } from '../../harness/quantile.ts';
import { workFor } from '../crew.ts';
import { countAnswers, rateOf } from '../load-report.ts';
import { measureInTurns, printRatio } from './in-turns.ts';
import { goodputOf, type OpenLoop, sendAtRate } from './open-loop.ts';
import { startVersion, type Version } from './version.ts';
import { prepareVersion } from './version-folder.ts';

/**
 * Compares this version with another one, named by a commit or by a folder with an installed checkout. Both have a
 * network and a PostgreSQL of their own and are measured in turns: the mixed load of 18 people, calls that arrive at
 * 70 % of the version's own capacity, and at twice of it. `--short` makes a quick run, `--closed` only the mixed load;
 * `--workers` is the number of processes of each server.
 */
const {
  values: asked,
  positionals: [other],
} = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    closed: { type: 'boolean', default: false },
    workers: { type: 'string', default: 'auto' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '10' },
  },
});
if (other === undefined) throw new Error('Name a commit or a folder: npm run bench:against -- f68cb74');
const rounds = asked.short ? 2 : Number(asked.rounds);
const seconds = asked.short ? 2 : Number(asked.seconds);
const warmUpSeconds = asked.short ? 2 : 20;
const USERS = asked.short ? 2_000 : 10_000;

buildPages();
const earlier = prepareVersion(other);
try {
  const options = { users: USERS, processes: asked.workers };
  await using before = await startVersion({ ...options, name: 'before', checkout: earlier.folder });
  await using now = await startVersion({ ...options, name: 'now' });
  await compare([before, now]);
} finally {
  earlier.remove();
}

async function compare(versions: readonly [Version, Version]): Promise<void> {
  for (const { workers, product } of versions) await workFor(workers, product.port, warmUpSeconds, 0);
  const closed = await measureInTurns(versions, rounds, closedLoop);
  const capacity = closed.map((measured) => median(measured.map(({ rate }) => rate)));
  printRatio('answers a second', closed, ({ rate }) => rate);
  printRatio('  server, µs of processor for one answer', closed, ({ server }) => server);
  printRatio('  PostgreSQL, µs for one answer', closed, ({ postgres }) => postgres);

  if (asked.closed) return;
  const atRate = (share: number) => (version: Version, round: number) =>
    openLoop(version, (capacity[versions.indexOf(version)] ?? 0) * share, round);
  const steady = await measureInTurns(versions, rounds, atRate(0.7));
  printRatio('at 70 % of capacity: p50, ms', steady, ({ loop }) => quantile(loop.times, 0.5));
  printRatio('  p99, ms', steady, ({ loop }) => quantile(loop.times, 0.99));
  printRatio('  longest turn of the event loop, ms', steady, ({ longestTurnMs }) => longestTurnMs);
  const tooMuch = await measureInTurns(versions, rounds, atRate(2));
  const shareOf = (which: 0 | 1) => tooMuch[which].map(({ loop }) => goodputOf(loop) / (capacity[which] ?? 0));
  printRatio('at twice the capacity: goodput, share of capacity', [shareOf(0), shareOf(1)], (share) => share);
  for (const [which, measured] of tooMuch.entries()) printStatuses(versions[which]?.name ?? '', measured);
}

async function closedLoop({ workers, product, cpuMicros, name }: Version, round: number) {
  const began = cpuMicros();
  const seen = await workFor(workers, product.port, seconds, round);
  const ended = cpuMicros();
  for (const [failure, times] of seen.failures) console.log(`FAILED ${name}: ${times} × ${failure}`);
  const answers = countAnswers(seen);
  return {
    rate: rateOf(seen),
    server: (ended.server - began.server) / answers,
    postgres: (ended.postgres - began.postgres) / answers,
  };
}

type Steady = { readonly loop: OpenLoop; readonly longestTurnMs: number };

async function openLoop({ workers, product, turns }: Version, perSecond: number, round: number): Promise<Steady> {
  turns.forget();
  const loop = await sendAtRate(product.port, workers, { perSecond, seconds, seed: 100 + round });
  return { loop, longestTurnMs: turns.longestMs() };
}

function printStatuses(name: string, measured: readonly Steady[]): void {
  const counts = new Map<number, number>();
  for (const { loop } of measured)
    for (const [status, times] of loop.statuses) counts.set(status, (counts.get(status) ?? 0) + times);
  const told = [...counts].toSorted(([one], [two]) => one - two);
  const words = told.map(([status, times]) => `${status === 0 ? 'broken' : status} ${times}`);
  console.log(`  ${name}, answers by status: ${words.join(', ')}`);
}

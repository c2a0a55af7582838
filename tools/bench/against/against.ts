import { parseArgs } from 'node:util';
import { buildPages } from '../../harness/build-pages.ts';
import { median, quantile } from '../../harness/quantile.ts';
import { workFor } from '../crew.ts';
import { countAnswers, rateOf } from '../load-report.ts';
import { checkOut } from './checkout.ts';
import { arriveAt, goodputOf, type OpenLoop } from './open-loop.ts';
import { startVersion, type Version } from './version.ts';

/**
 * Compares this version with another one, named by a commit or by a folder with an installed checkout. Both have a
 * network and a PostgreSQL of their own and are measured in turns: the mixed load of 18 people, calls that arrive at
 * 70 % of the version's own capacity, and at twice of it. `--short` makes a quick run.
 */
const {
  values: asked,
  positionals: [other],
} = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
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
const checkout = checkOut(other);
try {
  await using before = await startVersion('before', checkout.folder, USERS);
  await using now = await startVersion('now', undefined, USERS);
  await compare([before, now]);
} finally {
  checkout.remove();
}

async function compare(versions: readonly [Version, Version]): Promise<void> {
  for (const { workers, product } of versions) await workFor(workers, product.port, warmUpSeconds, 0);
  const closed = await inTurns(versions, closedLoop);
  const capacity = closed.map((measured) => median(measured.map(({ rate }) => rate)));
  printRatio('answers a second', closed, ({ rate }) => rate);
  printRatio('  server, µs of processor for one answer', closed, ({ server }) => server);
  printRatio('  PostgreSQL, µs for one answer', closed, ({ postgres }) => postgres);

  const atRate = (share: number) => (version: Version, round: number) =>
    openLoop(version, (capacity[versions.indexOf(version)] ?? 0) * share, round);
  const steady = await inTurns(versions, atRate(0.7));
  printRatio('at 70 % of capacity: p50, ms', steady, ({ loop }) => quantile(loop.times, 0.5));
  printRatio('  p99, ms', steady, ({ loop }) => quantile(loop.times, 0.99));
  printRatio('  longest turn of the event loop, ms', steady, ({ longestTurnMs }) => longestTurnMs);
  const tooMuch = await inTurns(versions, atRate(2));
  const shareOf = (which: 0 | 1) => tooMuch[which].map(({ loop }) => goodputOf(loop) / (capacity[which] ?? 0));
  printRatio('at twice the capacity: goodput, share of capacity', [shareOf(0), shareOf(1)], (share) => share);
  for (const [which, measured] of tooMuch.entries()) printStatuses(versions[which]?.name ?? '', measured);
}

/** Measures both versions in every round, in alternating order. */
async function inTurns<Measured>(
  versions: readonly [Version, Version],
  measure: (version: Version, round: number) => Promise<Measured>,
): Promise<[Measured[], Measured[]]> {
  const measured: [Measured[], Measured[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      measured[which].push(await measure(versions[which], round));
    }
  }
  return measured;
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
  const loop = await arriveAt(product.port, workers, { perSecond, seconds, seed: 100 + round });
  return { loop, longestTurnMs: turns.longestMs() };
}

/** The medians of both versions, and the median of the ratios of the rounds. */
function printRatio<Measured>(
  what: string,
  [before, now]: readonly [Measured[], Measured[]],
  figureOf: (measured: Measured) => number,
): void {
  const [old, recent] = [before.map(figureOf), now.map(figureOf)];
  const ratios = recent.map((figure, round) => figure / (old[round] ?? Number.NaN));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const cells = [median(old), median(recent)].map((figure) => figure.toFixed(figure < 10 ? 2 : 0).padStart(10));
  console.log(
    `${what.padEnd(52)}${cells.join('')}   × ${median(ratios).toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`,
  );
}

function printStatuses(name: string, measured: readonly Steady[]): void {
  const counts = new Map<number, number>();
  for (const { loop } of measured)
    for (const [status, times] of loop.statuses) counts.set(status, (counts.get(status) ?? 0) + times);
  const told = [...counts].toSorted(([one], [two]) => one - two);
  const words = told.map(([status, times]) => `${status === 0 ? 'broken' : status} ${times}`);
  console.log(`  ${name}, answers by status: ${words.join(', ')}`);
}

import { parseArgs } from 'node:util';
import { buildPages } from '../harness/build-pages.ts';
import { median } from '../harness/quantile.ts';
import { goodputOf, type OpenLoop, sendAtRate } from './against/open-loop.ts';
import { startVersion, type Version } from './against/version.ts';
import { workFor } from './crew.ts';
import { rateOf } from './load-report.ts';

/**
 * Measures a server with more calls than it can answer: what other networks keep while one address sends three times the
 * capacity, and how soon the server has its capacity again after twice the capacity has come from all. `--short` makes a
 * quick run without targets; `--workers` is the number of processes.
 */
const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    workers: { type: 'string', default: 'auto' },
    rounds: { type: 'string', default: '9' },
  },
});
const rounds = asked.short ? 1 : Number(asked.rounds);
const seconds = asked.short ? 2 : 6;
const USERS = asked.short ? 2_000 : 10_000;
const SHARE_OF_OTHERS = 0.5;
const KEPT_BY_OTHERS = 0.9;
const CAPACITY_AGAIN = 0.9;
/** After this long the server must have its capacity again. */
const RECOVERY_SECONDS = 2;

buildPages();
await using version = await startVersion({ name: 'now', users: USERS, processes: asked.workers });
await workFor(version.workers, version.product.port, asked.short ? 2 : 15, 0);
const capacity = median([await closedRate(version, 1), await closedRate(version, 2), await closedRate(version, 3)]);
console.log(`capacity: ${capacity.toFixed(0)} answers a second, ${asked.workers} processes`);

const kept: number[] = [];
const recovered: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const quiet = await sendOthers(version, round);
  const [others, flood] = await Promise.all([sendOthers(version, round), sendFlood(version, round)]);
  kept.push(goodputOf(others) / goodputOf(quiet));
  console.log(`  others ${tell(others)}; the flood ${tell(flood)}`);
  await sendAtRate(version.product.port, version.workers, { perSecond: capacity * 2, seconds, seed: 300 + round });
  await workFor(version.workers, version.product.port, RECOVERY_SECONDS, 400 + round);
  recovered.push((await closedRate(version, 500 + round)) / capacity);
}
report('others keep of their goodput while one address sends three times the capacity', kept, KEPT_BY_OTHERS);
report(`share of capacity ${RECOVERY_SECONDS} s after twice the capacity`, recovered, CAPACITY_AGAIN);

async function closedRate({ workers, product }: Version, seed: number): Promise<number> {
  return rateOf(await workFor(workers, product.port, asked.short ? 1 : 3, seed));
}

function sendOthers({ workers, product }: Version, round: number): Promise<OpenLoop> {
  const perSecond = capacity * SHARE_OF_OTHERS;
  const addressOf = (place: number) => `203.0.113.${place + 1}`;
  return sendAtRate(product.port, workers, { perSecond, seconds, seed: 100 + round, addressOf });
}

function sendFlood({ workers, product }: Version, round: number): Promise<OpenLoop> {
  const addressOf = () => '198.51.100.7';
  return sendAtRate(product.port, workers, { perSecond: capacity * 3, seconds, seed: 200 + round, addressOf });
}

function tell({ statuses }: OpenLoop): string {
  const counts = [...statuses].toSorted(([one], [two]) => one - two);
  return counts.map(([status, times]) => `${status === 0 ? 'broken' : status} ${times}`).join(', ');
}

function report(what: string, shares: readonly number[], target: number): void {
  const share = median([...shares]);
  const range = `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`;
  console.log(`${what}: ${share.toFixed(2)} (${range}), at least ${target}`);
  if (share < target && !asked.short) process.exitCode = 1;
}

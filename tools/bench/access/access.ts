import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { raiseOrderNumbers } from '../../harness/order-numbers.ts';
import { onOwnDatabase } from '../../harness/own-database.ts';
import { fillNetwork } from '../../harness/people-network.ts';
import { startDemo } from '../../harness/product.ts';
import { median, quantile } from '../../harness/quantile.ts';
import { logInAll } from '../../harness/workers.ts';
import { type Seen, workFor } from '../crew.ts';
import { rateOf } from '../load-report.ts';
import { measureRate } from './rate.ts';
import { measureYear } from './year.ts';

/**
 * `npm run bench:access`: what records of reading cost. A working day with them and without, in alternating rounds; then
 * openings at a fixed rate, compared with the client's own list, while `--kills N` processes are killed; then, with
 * `--year ROWS`, the lists on that many rows against a million. `--short` makes a quick run without targets; `--only rate`
 * or `--only year` leaves the other measurements out.
 */
const { values: asked } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '1000' },
    year: { type: 'string', default: '0' },
    kills: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});
const rounds = asked.short ? 4 : Number(asked.rounds);
const roundSeconds = asked.short ? 3 : 8;
const rateSeconds = asked.short ? 10 : Number(asked.seconds);
const USERS = asked.short ? 3_000 : 10_000;
const LEAST_RATE = 0.9;
const MOST_P99 = 1.3;

const scene = await onOwnDatabase('access', async ({ settings: own, tables, beforeEnd }) => {
  const settings = { ...own, CHECKOUTS_PER_HOUR: '100000', TRUST_PROXY: '127.0.0.1' };
  await (await startDemo(settings)).stop();
  await tables((owner) => fillNetwork(owner, USERS));
  await tables(raiseOrderNumbers);
  const on = await startServer('on', settings, beforeEnd);
  const off = await startServer('off', settings, beforeEnd);
  return { on, off, tables, workers: await tables((owner) => logInAll(on, owner)), settings };
});
try {
  if (asked.only === '') await measureCost();
  if (asked.only !== 'year') await scene.tables(measureOpenings);
  if (Number(asked.year) > 0)
    await scene.tables((owner) => measureYear(owner, Number(asked.year), scene.settings, scene.on));
} finally {
  await scene.close();
}

async function startServer(
  records: 'on' | 'off',
  settings: Readonly<Record<string, string>>,
  beforeEnd: (end: () => Promise<void>) => void,
): Promise<number> {
  const program = resolve(import.meta.dirname, 'measured-server.ts');
  const child = spawn(process.execPath, [program, records], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  beforeEnd(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return Number(line.toString().trim());
}

/** Short rounds in alternating order, so that other load on the machine affects both alike. */
async function measureCost(): Promise<void> {
  const { workers, on, off } = scene;
  for (const port of [on, off]) await workFor(workers, port, asked.short ? 2 : 10, 0);
  const rates: number[] = [];
  const tails: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const seen = new Map<number, Seen>();
    for (const port of round % 2 === 0 ? [on, off] : [off, on]) {
      seen.set(port, await workFor(workers, port, roundSeconds, 1 + round));
    }
    const [withRecords, without] = [seen.get(on), seen.get(off)];
    if (!withRecords || !without) throw new Error('A round is missing.');
    rates.push(rateOf(withRecords) / rateOf(without));
    tails.push(p99(withRecords) / p99(without));
    console.log(
      `  ${rateOf(withRecords).toFixed(0)} and ${rateOf(without).toFixed(0)} answers/s, p99 ${p99(withRecords).toFixed(0)} and ${p99(without).toFixed(0)} ms`,
    );
  }
  judge('throughput with records / without', median(rates), (ratio) => ratio >= LEAST_RATE);
  judge('p99 with records / without', median(tails), (ratio) => ratio <= MOST_P99);
}

function p99({ times }: Seen): number {
  return quantile([...times.values()].flat(), 0.99);
}

function judge(what: string, ratio: number, isGood: (ratio: number) => boolean): void {
  const verdict = asked.short ? 'not judged' : isGood(ratio) ? 'good' : 'MISSED';
  console.log(`${what}: ${ratio.toFixed(2)} (${verdict})`);
  if (!asked.short && !isGood(ratio)) process.exitCode = 1;
}

async function measureOpenings(owner: pg.Client): Promise<void> {
  const rate = { perSecond: Number(asked.rate), seconds: rateSeconds, kills: Number(asked.kills) };
  if (!(await measureRate(scene.settings, owner, rate))) process.exitCode = 1;
}

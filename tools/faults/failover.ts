import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Cluster } from '../harness/cluster/cluster.ts';
import { type ProductsOnCluster, startProducts } from '../harness/cluster/products-on-cluster.ts';
import { startCluster } from '../harness/cluster/start-cluster.ts';
import { logOf } from '../harness/product.ts';
import { report } from '../harness/report.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { ELECTING, isPossible, type Strike, strikeCluster, strikes, WITHOUT_LIMIT } from './cluster/failovers.ts';
import { type Gap, watchGap } from './cluster/gaps.ts';
import { prepare, runPersona } from './everyday/network.ts';
import { startFaultyServices } from './faulty-services.ts';
import { judgeProduct } from './judge-product.ts';
import { newResponseTally } from './response-tally.ts';
import { compareWrites } from './write-comparison.ts';
import { WriteLog } from './write-log.ts';

/**
 * Clinics buy and patients sign on two servers while the primary of their cluster is killed, cut off and replaced.
 * Afterwards the stored state must match the answers that the clients received. `--short` is the run for every change;
 * `--asynchronous` is the control, which must report lost writes; `--seed N` repeats the random choices but not their
 * timing; `--only 'disk|clock'` makes the strikes whose name matches.
 */
const SERVERS = 2;
const isShort = process.argv.includes('--short');
const isControl = process.argv.includes('--asynchronous');
const { values: asked } = parseArgs({ options: { seed: { type: 'string' }, only: { type: 'string' } }, strict: false });
const only = typeof asked.only === 'string' ? asked.only : undefined;
const seed = Number(asked.seed) || Date.now() % 1_000_000;
const dice = new SeededRandom(seed);
const LONGEST_GAP_MS = 30_000;
const WRITES_BETWEEN = 25;
const LONGEST_WAIT_MS = 300_000;

const notes = mkdtempSync(join(tmpdir(), 'vialkeep-deeds-'));
const deeds = new WriteLog(join(notes, 'deeds.jsonl'));
const weather = await startFaultyServices(new SeededRandom(seed + 1_000));
// The short run only kills, so it needs no namespaces, disks and clocks.
const cluster = await startCluster({ inNamespaces: !isShort, withOwnParts: !isShort && !isControl });
const { witness, testimony } = newResponseTally();
const counts = new Map<string, number>();
const gaps: Gap[] = [];
let acknowledgedAlone = 0;
const promises: Record<string, boolean> = {};
try {
  const order = orderOf(cluster);
  console.log(`${order.length} failovers, seed ${seed}${cluster.network.canCut ? '' : '; no link can be cut here'}`);
  const products = await startProducts(cluster, SERVERS, {
    ...weather.settings,
    CHECKOUTS_PER_HOUR: '100000',
    SIGN_UPS_PER_HOUR: '100000',
    LOG_LEVEL: 'error',
  });
  if (isControl) await cluster.replicateAsynchronously();
  const centerIds = await products.tables(prepare);
  const began = new Date();
  let isOver = false;
  const place = { url: products.url, witness, deeds };
  const day = runPersona(place, { seed, centerIds, weather, isOver: () => isOver });
  for (const strike of order) await strikeOnce(cluster, products, strike);
  await waitForWrites(WRITES_BETWEEN);
  isOver = true;
  await day.done;

  for (const line of unexpectedErrors(products)) console.log(`  error ${line}`);
  if (isControl) await judgeControl(products);
  else {
    const { longest, total } = summaryOf(gaps);
    await judgeProduct({
      product: products,
      weather,
      deeds: deeds.read(),
      testimony,
      began,
      people: day.people,
      counts,
      gaps: { longest, total },
      servers: SERVERS,
    });
    report(
      { 'acknowledged while cut off': acknowledgedAlone },
      {
        'a primary that was cut off acknowledged nothing': acknowledgedAlone === 0,
        ...promises,
        // The short run is also made on busy machines.
        ...(isShort ? {} : { 'no gap was longer than 30 s': longest <= LONGEST_GAP_MS }),
      },
    );
  }
} finally {
  await cluster.close();
  await weather.close();
  deeds.close();
  rmSync(notes, { recursive: true, force: true });
}

/** The kinds of errors behind the answers 500 of the servers, with their number. */
function unexpectedErrors({ settings }: ProductsOnCluster): string[] {
  const lines = readFileSync(logOf(settings), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"unexpected"'));
  const tally = new Map<string, number>();
  for (const line of lines) {
    const { error } = JSON.parse(line) as { error?: { kind?: string; code?: string; message?: string } };
    const kind = [error?.kind, error?.code, error?.message].filter(Boolean).join(' ');
    tally.set(kind, (tally.get(kind) ?? 0) + 1);
  }
  return [...tally].map(([kind, times]) => `${times} × ${kind}`);
}

function orderOf(onCluster: Cluster): Strike[] {
  if (isShort) return ['primary killed'];
  const all = Object.entries(strikes).flatMap(([name, times]) => Array.from({ length: times }, () => name as Strike));
  const possible = all.filter((strike) => isPossible(onCluster, strike));
  if (isControl) return [possible.find((strike) => strike.startsWith('replicas cut')) ?? 'primary killed'];
  if (only !== undefined) return possible.filter((strike) => new RegExp(only).test(strike));
  const order: Strike[] = [];
  while (possible.length > 0) order.push(...possible.splice(dice.between(0, possible.length - 1), 1));
  return order;
}

async function strikeOnce(onCluster: Cluster, { tables }: ProductsOnCluster, strike: Strike): Promise<void> {
  // The run makes a year of a network's calls in minutes, so the rate limits are reset.
  await tables((owner) => owner.query('delete from rate_limits'));
  await waitForWrites(WRITES_BETWEEN);
  const leader = await onCluster.primary();
  const watch = watchGap(onCluster, leader, () => deeds.acknowledged, ELECTING.has(strike));
  const struck = await strikeCluster(onCluster, strike, leader);
  await watch.untilOver();
  await struck.repair();
  await onCluster.untilHealthy();
  const gap = await watch.stop();
  if (!WITHOUT_LIMIT.has(strike)) gaps.push(gap);
  for (const [promise, isKept] of Object.entries(await struck.judge())) {
    promises[promise] = isKept && promises[promise] !== false;
  }
  acknowledgedAlone += struck.acknowledgedAlone();
  counts.set(strike, (counts.get(strike) ?? 0) + 1);
  const parts = Object.entries(gap).map(([part, ms]) => `${part} ${(ms / 1_000).toFixed(1)} s`);
  console.log(`  ${strike}: ${parts.join(', ')}`);
}

async function waitForWrites(more: number): Promise<void> {
  const target = deeds.acknowledged + more;
  const deadline = performance.now() + LONGEST_WAIT_MS;
  while (deeds.acknowledged < target) {
    if (performance.now() > deadline) throw new Error('No writes are acknowledged any more.');
    await sleep(20);
  }
}

function summaryOf(all: readonly Gap[]): { longest: number; total: number } {
  const without = all.map(({ withoutWrites }) => withoutWrites);
  return { longest: Math.max(0, ...without), total: without.reduce((sum, ms) => sum + ms, 0) };
}

/** Without a second copy, what the dead primary had acknowledged last is gone. */
async function judgeControl({ tables }: ProductsOnCluster): Promise<void> {
  const all = deeds.read();
  const { lost } = await tables((owner) => compareWrites(owner, all));
  report(
    { 'writes acknowledged': all.filter(({ told }) => told === 'yes').length, 'of them lost': lost.length },
    { 'the run notices writes that asynchronous replication loses': lost.length > 0 },
  );
}

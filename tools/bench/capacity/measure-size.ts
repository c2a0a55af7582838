import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, quantile } from '../../harness/quantile.ts';
import { sendAtRate } from '../against/open-loop.ts';
import { workFor } from '../crew.ts';
import { rateOf } from '../load-report.ts';
import { cpuMicrosOfFamily, residentMiB } from '../process-figures.ts';
import type { OpenLoopFigures, SizeCosts } from './costs.ts';
import { type FilledNetwork, startOnNetwork } from './filled-network.ts';
import { childrenOf, measureKinds } from './measure-kinds.ts';

export const PROCESSES = Math.min(8, availableParallelism());
const WARM_UP_SECONDS = 12;
/** Emails and other jobs of the warm-up end meanwhile. */
const QUIET_MS = 2_000;
const ROUNDS = 9;
const ROUND_SECONDS = 16;
/**
 * The share of the smallest network's capacity at which calls arrive. The largest network needs nearly twice the
 * processor time for a call, and a queue that grows would say nothing about its calls.
 */
const SHARE_OF_CAPACITY = 0.2;

/** Measures the costs of a network of this many users. The first size also decides how many calls arrive. */
export async function measureSize(place: string, users: number, perSecond: number | null): Promise<SizeCosts> {
  // One process answers calls one at a time, so that its processor time belongs to the call.
  await using network = await startOnNetwork(place, users, 1);
  await workFor(network.workers, network.product.port, WARM_UP_SECONDS, 0);
  await sleep(QUIET_MS);
  const kinds = await measureKinds(network, 1);
  await network.restart(PROCESSES);
  const rate = await warmUp(network, perSecond);
  const before = await readStore(network);
  const openLoop = await measureOpenLoop(network, rate);
  const after = await readStore(network);
  const writes = openLoop.calls * kinds.filter(({ isWrite }) => isWrite).reduce((sum, { share }) => sum + share, 0);
  const { rows } = await network.tables((owner) =>
    owner.query<{ users: number; patients: number }>(
      'select count(*)::int as users, count(*) filter (where plan_id = 2)::int as patients from users',
    ),
  );
  return {
    users: rows[0]?.users ?? users,
    patients: rows[0]?.patients ?? users,
    measuredOn: new Date().toISOString().slice(0, 10),
    kinds: [...kinds],
    openLoop: openLoop.figures,
    databaseBytes: before.bytes,
    bytesPerWrite: (after.bytes - before.bytes) / writes,
    walBytesPerWrite: (after.walBytes - before.walBytes) / writes,
    ...(await measureMemory(network)),
  };
}

/** Returns the rate at which calls will arrive; without one, the capacity is measured. */
export async function warmUp({ product, workers }: FilledNetwork, asked: number | null): Promise<number> {
  await workFor(workers, product.port, WARM_UP_SECONDS, 0);
  const perSecond = asked ?? Math.round(rateOf(await workFor(workers, product.port, 10, 1)) * SHARE_OF_CAPACITY);
  await sendAtRate(product.port, workers, { perSecond, seconds: 5, seed: 9 });
  return perSecond;
}

/** Sends calls at a constant rate, each timed from when it was due. */
export async function measureOpenLoop({ product, workers, postgresPid }: FilledNetwork, perSecond: number) {
  const clocks = () => ({
    server: cpuMicrosOfFamily(product.pid),
    postgres: cpuMicrosOfFamily(postgresPid),
    generator: process.cpuUsage().user + process.cpuUsage().system,
  });
  const before = clocks();
  const rounds: number[][] = [];
  let calls = 0;
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const loop = await sendAtRate(product.port, workers, { perSecond, seconds: ROUND_SECONDS, seed: 100 + round });
    rounds.push([...loop.times]);
    for (const [status, times] of loop.statuses) {
      calls += times;
      if (status !== 200) refused += times;
    }
  }
  const after = clocks();
  const all = rounds.flat();
  const roundsMs = rounds.map((times) => quantile(times, 0.99));
  const figures: OpenLoopFigures = {
    perSecond,
    p50Ms: median(all),
    // A stall of the machine falls into one round; the median of the rounds leaves it out.
    p99Ms: median(roundsMs),
    roundsMs,
    refused,
    serverMicros: (after.server - before.server) / calls,
    postgresMicros: (after.postgres - before.postgres) / calls,
    generatorMicros: (after.generator - before.generator) / calls,
  };
  return { figures, calls };
}

async function readStore(network: FilledNetwork): Promise<{ bytes: number; walBytes: number }> {
  const { rows } = await network.tables((owner) =>
    owner.query<{ bytes: string; wal: string }>(
      `select pg_database_size(current_database()) as bytes, pg_current_wal_lsn() - '0/0' as wal`,
    ),
  );
  return { bytes: Number(rows[0]?.bytes), walBytes: Number(rows[0]?.wal) };
}

async function measureMemory({ product, tables }: FilledNetwork) {
  const workers = childrenOf(product.pid);
  const { rows } = await tables((owner) =>
    owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  );
  return {
    supervisorMiB: residentMiB(product.pid),
    workerMiB: median(workers.map(residentMiB)),
    connectionMiB: median(rows.map(({ pid }) => ownMiB(pid))),
    connectionsPerWorker: rows.length / Math.max(1, workers.length),
  };
}

/** Memory that a process does not share with others. */
function ownMiB(pid: number): number {
  const parts = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB/gm);
  return [...parts].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1_024;
}

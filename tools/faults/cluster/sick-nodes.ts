import { spawnSync } from 'node:child_process';
import { rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import type { ClusterNode } from '../../harness/cluster/cluster-node.ts';
import { setClock } from '../../harness/cluster/node-clock.ts';
import { fill } from '../small-disk.ts';
import { harmless, type Struck } from './struck.ts';

/** The operator frees the space after this time, if no other node has taken over before. */
const FULL_MS = 45_000;
/** Longer than the lock of a primary lasts. */
const WRONG_MS = 30_000;
/** HAProxy leaves out a node that has not answered twice. */
const NOTICED_MS = 8_000;
const CLIENTS = 10;
const LEFT_FOR_LAST_BLOCKS = 16 * 2 ** 20;

/** Leaves not a block on the disk of the primary, for as long as an operator needs to notice it. */
export async function fillDisk(cluster: Cluster, leader: ClusterNode): Promise<Struck> {
  const disk = join(leader.dataDir, '..');
  const bulk = join(disk, '.bulk');
  const { bavail, bsize } = statfsSync(disk);
  // At once, because the clients of the run are in this process.
  spawnSync('fallocate', ['-l', String(Math.max(bsize, bavail * bsize - LEFT_FOR_LAST_BLOCKS)), bulk]);
  const freeRest = fill(disk);
  const free = () => {
    rmSync(bulk, { force: true });
    freeRest();
  };
  // Segments that were made ahead would let it write for a while.
  await withConnection(cluster.administratorUrlOf(leader), async (administrator) => {
    for (let segment = 0; segment < 100; segment += 1) {
      await administrator.query("select pg_logical_emit_message(false, 'full', repeat('x', 1000000)), pg_switch_wal()");
    }
  }).catch(() => {});
  const deadline = performance.now() + FULL_MS;
  while (performance.now() < deadline && [null, leader].includes(await cluster.leaderIfAny())) await sleep(500);
  const hasSuccessor = ![null, leader].includes(await cluster.leaderIfAny());
  console.log(`  the disk is full: ${hasSuccessor ? 'another node has taken over' : 'no other node has taken over'}`);
  if (!hasSuccessor) free();
  return { ...harmless, repair: async () => free() };
}

/** Sets the clock of the primary wrong and, at the repair, right again. */
export async function shiftClock(cluster: Cluster, leader: ClusterNode, seconds: number): Promise<Struck> {
  const before = await cluster.timeline();
  setClock(leader.folder, seconds);
  await sleep(WRONG_MS);
  const off = await readClock(cluster, leader);
  return {
    ...harmless,
    repair: async () => setClock(leader.folder, 0),
    judge: async () => ({
      'the clock of the primary was wrong by a minute': Math.abs(off - seconds) < 5,
      'a wrong clock elects at most once': (await cluster.timeline()) <= before + 1,
    }),
  };
}

/** How many seconds a node's PostgreSQL is ahead of this process. */
async function readClock(cluster: Cluster, node: ClusterNode): Promise<number> {
  return withConnection(cluster.administratorUrlOf(node), async (client) => {
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    return ((rows[0]?.at.getTime() ?? 0) - Date.now()) / 1_000;
  });
}

/** Pauses the replica that confirms commits: the other one must take its place, and HAProxy must leave it out. */
export async function hangReplica(cluster: Cluster): Promise<Struck> {
  const replica = await cluster.synchronousReplica();
  replica.pausePostgres();
  await sleep(NOTICED_MS);
  const reached: (ClusterNode | null)[] = [];
  for (let client = 0; client < CLIENTS; client += 1) reached.push(await cluster.replicaBehindHaproxy());
  let successor: ClusterNode | null = null;
  return {
    ...harmless,
    repair: async () => {
      successor = await cluster.synchronousReplica();
      replica.resumePostgres();
    },
    judge: async () => ({
      'HAProxy leads readers to the other replica only': reached.every((node) => node !== null && node !== replica),
      'the other replica confirms the commits': successor !== replica,
    }),
  };
}

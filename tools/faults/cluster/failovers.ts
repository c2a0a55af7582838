import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import type { ClusterNode } from '../../harness/cluster/cluster-node.ts';
import { fillDisk, hangReplica, shiftClock } from './sick-nodes.ts';
import { harmless, type Struck } from './struck.ts';

/** What happens to the cluster, and how often in the long run. */
export const strikes = {
  'primary killed': 3,
  'replicas cut off, then primary killed': 3,
  'link of the primary cut': 4,
  switchover: 4,
  'Patroni of the primary killed': 3,
  'etcd member killed': 3,
  'replica killed': 1,
  'HAProxy killed and started': 1,
  'two etcd members killed for half a minute': 1,
  'disk of the primary full': 1,
  'clock of the primary a minute ahead': 1,
  'clock of the primary a minute behind': 1,
  'synchronous replica hangs': 1,
} as const;
export type Strike = keyof typeof strikes;

/** The strikes after which another node must be the primary. */
export const ELECTING: ReadonlySet<Strike> = new Set<Strike>([
  'primary killed',
  'replicas cut off, then primary killed',
  'link of the primary cut',
  'switchover',
  'Patroni of the primary killed',
]);

/**
 * Their gap has no limit. Without a majority of etcd, and with a full disk, it lasts until the operator has acted. Patroni
 * whose clock is set back sleeps for as long as it was set back.
 */
export const WITHOUT_LIMIT: ReadonlySet<Strike> = new Set<Strike>([
  'two etcd members killed for half a minute',
  'disk of the primary full',
  'clock of the primary a minute ahead',
  'clock of the primary a minute behind',
]);

/** Whether this machine lets the strike happen. */
export function isPossible({ network, nodes }: Cluster, strike: Strike): boolean {
  if (strike.includes('cut')) return network.canCut;
  if (strike.startsWith('disk')) return nodes.every(({ hasDisk }) => hasDisk);
  return !strike.startsWith('clock') || nodes.every(({ hasClock }) => hasClock);
}

/** Longer than the lock of a primary lasts: a primary that is cut off has the time to acknowledge what it must not. */
const CUT_MS = 40_000;
/** Writes of this time are on the primary alone when it dies. */
const ALONE_MS = 1_500;

export async function strikeCluster(cluster: Cluster, strike: Strike, leader: ClusterNode): Promise<Struck> {
  switch (strike) {
    case 'primary killed':
      await leader.killMachine();
      return { ...harmless, repair: async () => leader.startAll() };
    case 'replicas cut off, then primary killed': {
      const replicas = cluster.nodes.filter((node) => node !== leader).map((node) => cluster.nodes.indexOf(node));
      for (const replica of replicas) cluster.network.cut(replica);
      await sleep(ALONE_MS);
      await leader.killMachine();
      for (const replica of replicas) cluster.network.join(replica);
      return { ...harmless, repair: async () => leader.startAll() };
    }
    case 'link of the primary cut':
      return cutLink(cluster, leader);
    case 'switchover':
      await cluster.switchOver();
      return harmless;
    case 'Patroni of the primary killed':
      await leader.kill('patroni');
      return { ...harmless, repair: async () => leader.start('patroni') };
    case 'etcd member killed':
      // The member beside the primary, which Patroni asks first.
      await leader.kill('etcd');
      return { ...harmless, repair: async () => leader.start('etcd') };
    case 'replica killed': {
      const [replica] = cluster.nodes.filter((node) => node !== leader);
      await replica?.killMachine();
      return { ...harmless, repair: async () => replica?.startAll() };
    }
    case 'HAProxy killed and started':
      await cluster.killHaproxy();
      await sleep(2_000);
      cluster.startHaproxy();
      return harmless;
    case 'two etcd members killed for half a minute': {
      const members = cluster.nodes.slice(0, 2);
      await Promise.all(members.map((member) => member.kill('etcd')));
      await sleep(30_000);
      for (const member of members) member.start('etcd');
      return harmless;
    }
    case 'disk of the primary full':
      return fillDisk(cluster, leader);
    case 'clock of the primary a minute ahead':
      return shiftClock(cluster, leader, 60);
    case 'clock of the primary a minute behind':
      return shiftClock(cluster, leader, -60);
    case 'synchronous replica hangs':
      return hangReplica(cluster);
  }
}

async function cutLink(cluster: Cluster, leader: ClusterNode): Promise<Struck> {
  const node = cluster.nodes.indexOf(leader);
  if (!(await commitsOn(cluster, leader))) throw new Error('The client on the node cannot commit before the cut.');
  cluster.network.cut(node);
  const since = performance.now();
  let isCut = true;
  let acknowledged = 0;
  const writing = (async () => {
    while (isCut) {
      if (await commitsOn(cluster, leader)) acknowledged += 1;
      await sleep(500);
    }
  })();
  return {
    ...harmless,
    acknowledgedAlone: () => acknowledged,
    async repair() {
      await sleep(Math.max(0, CUT_MS - (performance.now() - since)));
      isCut = false;
      await writing;
      cluster.network.join(node);
    },
  };
}

/** Asks a node to commit a row, from a client on that node. */
async function commitsOn(cluster: Cluster, node: ClusterNode): Promise<boolean> {
  const url = cluster.administratorUrlOf(node);
  const sql =
    'create table if not exists acknowledged_alone (at timestamptz); insert into acknowledged_alone values (now())';
  const [program = '', ...args] = cluster.network.onNode(cluster.nodes.indexOf(node), ['psql', url, '-qc', sql]);
  const client = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env.PATH, PGCONNECT_TIMEOUT: '3' } });
  const timer = setTimeout(() => client.kill('SIGKILL'), 5_000);
  await once(client, 'exit');
  clearTimeout(timer);
  return client.exitCode === 0;
}

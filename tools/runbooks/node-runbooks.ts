import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation } from './installation.ts';
import type { Machine } from './machine.ts';
import { prepareNode, writeEtcdFile, writePatroniFiles } from './set-up.ts';

const CLUSTER = 'A database that survives its machine';
const AWAY_MS = 30_000;

/** The primary loses its power and comes back by itself. */
export async function loseNode(installation: Installation): Promise<void> {
  const { primary } = await installation.untilHealthy();
  await primary.cutPower();
  await installation.writes.untilMore();
  await primary.boot();
  await installation.judge((await installation.untilHealthy()).primary);
}

/** The primary comes back with an empty disk. */
export async function loseDisk(installation: Installation): Promise<void> {
  const { primary, synchronous } = await installation.untilHealthy();
  await primary.destroy();
  await installation.writes.untilMore();
  const { operator } = installation;
  const members = await operator.do(synchronous, CLUSTER, 'listMembers');
  const number = new RegExp(`^(\\w+), \\w+, ${primary.name},`, 'm').exec(members)?.[1] ?? '';
  await operator.do(synchronous, CLUSTER, 'removeMember', { NUMBER: number });
  await prepareDisk(installation, primary);
  await addNode(installation, primary, synchronous, true);
  await installation.judge((await installation.untilHealthy()).primary);
}

/** Two nodes lose their power; writes stop until one of them is back. */
export async function loseTwo(installation: Installation): Promise<void> {
  const { primary, synchronous } = await installation.untilHealthy();
  await Promise.all([primary.cutPower(), synchronous.cutPower()]);
  const before = installation.writes.acknowledged.length;
  await sleep(AWAY_MS);
  if (installation.writes.acknowledged.length > before + 1) throw new Error('The last node acknowledged writes alone.');
  await synchronous.boot();
  await installation.untilHealthy(2);
  await installation.writes.untilMore();
  await primary.boot();
  await installation.judge((await installation.untilHealthy()).primary);
}

/** Two nodes are destroyed, and the last one goes on alone until new ones are there. */
export async function goOnAlone(installation: Installation): Promise<void> {
  const { operator, machines, writes } = installation;
  const { primary, synchronous, other } = await installation.untilHealthy();
  await Promise.all([primary.destroy(), other.destroy()]);
  await operator.do(machines.app, 'Recovery to a moment', 'stopServers');
  await operator.do(synchronous, CLUSTER, 'stopEtcd');
  await operator.do(synchronous, CLUSTER, 'goOnAlone');
  await operator.do(synchronous, CLUSTER, 'endGoingOnAlone');
  await operator.do(synchronous, CLUSTER, 'acceptOneNode');
  await installation.untilHealthy(1);
  await operator.do(machines.app, 'Recovery to a moment', 'startServers');
  await writes.untilReady();
  await writes.untilMore();
  await Promise.all([primary, other].map((node) => prepareDisk(installation, node)));
  await addNode(installation, primary, synchronous);
  await installation.untilHealthy(2);
  await operator.do(synchronous, CLUSTER, 'requireTwoNodes');
  await addNode(installation, other, synchronous);
  await installation.judge((await installation.untilHealthy()).primary);
}

/** Step 1 and the part of pgBackRest on a machine with an empty disk. */
async function prepareDisk(installation: Installation, node: Machine): Promise<void> {
  await node.renewDisk();
  await node.boot();
  await prepareNode(installation, node);
}

/** Adds a prepared machine to the cluster that `from` belongs to. */
async function addNode(installation: Installation, node: Machine, from: Machine, isLastMissing = false) {
  const { operator } = installation;
  // Directly before its etcd starts: a member that is added and does not run counts for the majority.
  const values = { db2: node.name, '10.0.0.12': node.address };
  const told = await operator.do(from, CLUSTER, 'addMember', values);
  const members = /^ETCD_INITIAL_CLUSTER="(.*)"$/m.exec(told)?.[1] ?? '';
  await writeEtcdFile(installation, node, { ETCD_INITIAL_CLUSTER: members, ETCD_INITIAL_CLUSTER_STATE: 'existing' });
  await operator.do(node, CLUSTER, 'restartEtcd');
  await writePatroniFiles(installation, node);
  // Patroni refuses its file while the etcd of another node is missing.
  if (isLastMissing) await operator.do(node, CLUSTER, 'validate');
  await operator.do(node, CLUSTER, 'startPatroni');
  await operator.do(node, 'Recovery to a moment', 'enableBackups');
}

import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CleanUp } from '../clean-up.ts';
import { newDataDir } from '../product.ts';
import { Cluster } from './cluster.ts';
import { type ClusterNetwork, openNetwork } from './cluster-network.ts';
import { ClusterNode, type NodePlace } from './cluster-node.ts';
import { findClockLibrary, makeClock, removeClockRemains } from './node-clock.ts';
import { mountDisk } from './node-disk.ts';
import { etcdOf, patroniOf, writePatroniFile, writePgBackRestFile } from './node-settings.ts';
import { ensureClusterPrograms, postgresUser } from './programs.ts';

export type ClusterOptions = {
  /** Links can be cut only in network namespaces. */
  readonly inNamespaces?: boolean;
  /** Each node gets a small disk and a clock of its own, so that the one can be filled and the other set wrong. */
  readonly withOwnParts?: boolean;
};

const NODES = ['db1', 'db2', 'db3'];

/** Starts a cluster on this machine and waits until it is healthy. A signal that ends the run also removes the cluster. */
export async function startCluster({
  inNamespaces = true,
  withOwnParts = false,
}: ClusterOptions = {}): Promise<Cluster> {
  const bin = ensureClusterPrograms();
  const cleanUp = new CleanUp();
  try {
    const folder = newDataDir();
    cleanUp.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
    const network = await openNetwork(NODES.length, inNamespaces, cleanUp);
    const repository = join(folder, 'repository');
    makeOwn(repository);
    const library = withOwnParts ? findClockLibrary() : null;
    if (library !== null) cleanUp.add(removeClockRemains);
    const nodes = NODES.map((_, index) => {
      const place = { ...makePlace(folder, network, index, withOwnParts, cleanUp), hasClock: library !== null };
      writePgBackRestFile(place, repository);
      const clock = library === null ? null : makeClock(library, place.folder, bin);
      return new ClusterNode(place, {
        etcd: { command: ['etcd'], env: etcdOf(place.name, place.address, network, NODES, join(place.folder, 'etcd')) },
        patroni: {
          command: ['patroni', writePatroniFile(place.folder)],
          env: { ...patroniOf(place, network, clock?.bin ?? bin), ...clock?.env },
        },
      });
    });
    const cluster = new Cluster(nodes, network, folder, cleanUp);
    cleanUp.add(() => Promise.all(nodes.map((node) => node.stop())));
    cleanUp.add(() => cluster.killHaproxy());
    await cluster.start();
    return cluster;
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

function makePlace(
  clusterFolder: string,
  network: ClusterNetwork,
  index: number,
  withDisk: boolean,
  cleanUp: CleanUp,
): Omit<NodePlace, 'hasClock'> {
  const name = NODES[index] ?? '';
  const folder = join(clusterFolder, name);
  makeOwn(folder);
  const disk = join(folder, 'disk');
  const hasDisk = withDisk && mountDisk(disk, cleanUp);
  const dataDir = join(hasDisk ? disk : folder, 'data');
  makeOwn(dataDir);
  for (const own of ['etcd', 'spool', 'lock', 'sockets']) makeOwn(join(folder, own));
  chmodSync(dataDir, 0o700);
  chmodSync(join(folder, 'etcd'), 0o700);
  const user = postgresUser();
  const as = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  return {
    name,
    address: network.addresses[index] ?? '',
    folder,
    dataDir,
    hasDisk,
    through: (command) => network.onNode(index, [...as, ...command]),
  };
}

/** Makes a folder that belongs to the user of PostgreSQL. */
function makeOwn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const user = postgresUser();
  if (user) chownSync(folder, user.uid, user.gid);
}

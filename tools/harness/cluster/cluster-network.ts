import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { CleanUp } from '../clean-up.ts';

/** The network of a cluster on one machine. Each node has an address of its own. */
export type ClusterNetwork = {
  readonly addresses: readonly string[];
  /** The address of the machine with the product and HAProxy. */
  readonly clientAddress: string;
  /** False where the machine allows no network namespaces: the nodes then share the loopback interface. */
  readonly canCut: boolean;
  /** The command line that runs a program on a node. */
  readonly onNode: (node: number, command: readonly string[]) => readonly string[];
  /** Cuts the link between a node and all others. */
  readonly cut: (node: number) => void;
  readonly join: (node: number) => void;
};

const SUBNETS = 250;
const RESERVING_PORT = 4_999;

/** Opens a network for this number of nodes: namespaces on a bridge, or addresses of the loopback interface. */
export async function openNetwork(nodes: number, inNamespaces: boolean, cleanUp: CleanUp): Promise<ClusterNetwork> {
  const subnet = await reserveSubnet(cleanUp);
  const names = Array.from({ length: nodes }, (_, index) => `vk${subnet}-${index + 1}`);
  const clientAddress = `127.77.${subnet}.1`;
  const separate = inNamespaces ? openNamespaces(names, `vk${subnet}-br`, `10.77.${subnet}`, cleanUp) : null;
  return { clientAddress, ...(separate ?? shareLoopback(names, `127.77.${subnet}`)) };
}

/**
 * Finds a subnet that no other cluster of this machine uses, and holds a port in it until the end: the system lets only
 * one process listen there, also when two clusters start at the same time.
 */
async function reserveSubnet(cleanUp: CleanUp): Promise<number> {
  for (let tried = 0; tried < SUBNETS; tried += 1) {
    const subnet = (process.pid + tried) % SUBNETS;
    // The bridge of a run that was killed still has its address.
    if (usesSubnet(subnet)) continue;
    const holder = createServer().unref();
    try {
      await once(holder.listen({ host: `127.77.${subnet}.254`, port: RESERVING_PORT, exclusive: true }), 'listening');
      cleanUp.add(() => holder.close());
      return subnet;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  throw new Error('All subnets for clusters are in use; remove the bridges that killed runs have left (ip link).');
}

function usesSubnet(subnet: number): boolean {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.some(({ address }) => address.startsWith(`10.77.${subnet}.`));
}

type Links = Omit<ClusterNetwork, 'clientAddress'>;

function shareLoopback(names: readonly string[], subnet: string): Links {
  const refuse = () => {
    throw new Error('Links can be cut only where network namespaces can be made, which needs root.');
  };
  return {
    addresses: names.map((_, index) => `${subnet}.${index + 11}`),
    canCut: false,
    onNode: (_node, command) => command,
    cut: refuse,
    join: refuse,
  };
}

/** Null where the machine does not let this user make namespaces, bridges and links. */
function openNamespaces(names: readonly string[], bridge: string, subnet: string, cleanUp: CleanUp): Links | null {
  const addresses = names.map((_, index) => `${subnet}.${index + 11}`);
  const close = () => {
    for (const name of names) {
      endProcesses(name);
      runIp('netns', 'del', name);
    }
    runIp('link', 'del', bridge);
  };
  const isOpen =
    runIp('link', 'add', bridge, 'type', 'bridge') &&
    runIp('addr', 'add', `${subnet}.1/24`, 'dev', bridge) &&
    runIp('link', 'set', bridge, 'up') &&
    names.every(
      (name, index) =>
        runIp('netns', 'add', name) &&
        runIp('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name) &&
        runIp('link', 'set', name, 'master', bridge, 'up') &&
        runIp('-n', name, 'addr', 'add', `${addresses[index]}/24`, 'dev', 'eth0') &&
        runIp('-n', name, 'link', 'set', 'eth0', 'up') &&
        runIp('-n', name, 'link', 'set', 'lo', 'up') &&
        runIp('netns', 'exec', name, 'true'),
    );
  if (!isOpen) {
    close();
    return null;
  }
  cleanUp.add(close);
  const nameOf = (node: number) => names[node] ?? '';
  return {
    addresses,
    canCut: true,
    onNode: (node, command) => ['ip', 'netns', 'exec', nameOf(node), ...command],
    cut: (node) => requireIp('link', 'set', nameOf(node), 'down'),
    join: (node) => requireIp('link', 'set', nameOf(node), 'up'),
  };
}

/** Also those that PostgreSQL has started and that outlive it, such as a push to the archive. */
function endProcesses(name: string): void {
  const { stdout } = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' });
  for (const pid of (stdout ?? '').split('\n').filter(Boolean).map(Number)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

function runIp(...args: readonly string[]): boolean {
  return spawnSync('ip', args, { stdio: 'ignore' }).status === 0;
}

function requireIp(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')} failed: ${stderr.trim()}`);
}

import { spawnSync } from 'node:child_process';

/** The network of a cluster on one machine. Each node has an address of its own. */
export type ClusterNetwork = {
  readonly addresses: readonly string[];
  /** False where the machine allows no network namespaces: the nodes then share the loopback interface. */
  readonly canCut: boolean;
  /** The command line that runs a program on a node. */
  readonly onNode: (node: number, command: readonly string[]) => readonly string[];
  /** Cuts the link between a node and all others. */
  readonly cut: (node: number) => void;
  readonly join: (node: number) => void;
  readonly close: () => void;
};

/** Opens a network for this number of nodes: namespaces on a bridge, or addresses of the loopback interface. */
export function openNetwork(nodes: number, inNamespaces: boolean): ClusterNetwork {
  const names = Array.from({ length: nodes }, (_, index) => `vk${process.pid}-${index + 1}`);
  // Two clusters at the same time get different subnets.
  const subnet = `${process.pid % 250}`;
  const separate = inNamespaces ? namespaces(names, `10.77.${subnet}`) : null;
  return separate ?? loopback(names, `127.77.${subnet}`);
}

function loopback(names: readonly string[], subnet: string): ClusterNetwork {
  const refuse = () => {
    throw new Error('Links can be cut only where network namespaces can be made, which needs root.');
  };
  return {
    addresses: names.map((_, index) => `${subnet}.${index + 11}`),
    canCut: false,
    onNode: (_node, command) => command,
    cut: refuse,
    join: refuse,
    close: () => {},
  };
}

/** Null where the machine does not let this user make namespaces, bridges and links. */
function namespaces(names: readonly string[], subnet: string): ClusterNetwork | null {
  const bridge = `vk${process.pid}-br`;
  const addresses = names.map((_, index) => `${subnet}.${index + 11}`);
  const close = () => {
    for (const name of names) runIp('netns', 'del', name);
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
  const nameOf = (node: number) => names[node] ?? '';
  return {
    addresses,
    canCut: true,
    onNode: (node, command) => ['ip', 'netns', 'exec', nameOf(node), ...command],
    cut: (node) => requireIp('link', 'set', nameOf(node), 'down'),
    join: (node) => requireIp('link', 'set', nameOf(node), 'up'),
    close,
  };
}

function runIp(...args: readonly string[]): boolean {
  return spawnSync('ip', args, { stdio: 'ignore' }).status === 0;
}

function requireIp(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')} failed: ${stderr.trim()}`);
}

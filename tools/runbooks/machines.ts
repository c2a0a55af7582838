import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { installWithApt } from '../../server/testing/servers/install-with-apt.ts';
import type { CleanUp } from '../harness/clean-up.ts';
import { Machine } from './machine.ts';
import { buildImage, requireSuccess } from './machine-image.ts';

const PROGRAMS = {
  debootstrap: '/usr/sbin/debootstrap',
  'systemd-container': '/usr/bin/systemd-nspawn',
  iproute2: '/usr/sbin/ip',
  openssl: '/usr/bin/openssl',
};
const SUBNETS = 250;
export const NODES = ['db1', 'db2', 'db3'] as const;
export type NodeName = (typeof NODES)[number];
const APP = 'app';
/** Where the machines see the repository of pgBackRest. */
export const REPOSITORY = '/var/lib/pgbackrest';
/** systemd-nspawn leaves these when several containers share the group of their caller. */
const GROUPS = ['payload', 'supervisor'].map((name) => join('/sys/fs/cgroup/systemd', name));

export type Machines = {
  readonly folder: string;
  readonly subnet: string;
  readonly nodes: Readonly<Record<NodeName, Machine>>;
  readonly app: Machine;
};

/** Boots three machines for the database and one for the product, on a bridge of their own. */
export async function openMachines(cleanUp: CleanUp, readyImage: string | null): Promise<Machines> {
  requirePrograms();
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-runbooks-'));
  cleanUp.add(() => rm(folder, { recursive: true, force: true }));
  const image = readyImage ?? join(folder, 'image');
  if (!existsSync(image)) {
    // A run that ends meanwhile leaves no half of an image under its name.
    const draft = join(folder, 'draft');
    await buildImage(draft);
    requireSuccess('mv', [draft, image]);
  }
  const repository = join(folder, 'repository');
  await mkdir(repository);
  await chmod(repository, 0o777);
  const { bridge, subnet } = openBridge(cleanUp);
  removeGroupsAtEnd(cleanUp);

  const addresses = { db1: `${subnet}.11`, db2: `${subnet}.12`, db3: `${subnet}.13`, [APP]: `${subnet}.10` };
  const hosts = Object.entries({ localhost: '127.0.0.1', ...addresses });
  const machineOf = (name: keyof typeof addresses) => {
    const machine = new Machine({
      name,
      address: addresses[name],
      folder,
      image,
      bridge,
      hosts: `${hosts.map(([host, address]) => `${address} ${host}`).join('\n')}\n`,
      mounts: [`--bind=${repository}:${REPOSITORY}`, ...codeMounts()],
    });
    cleanUp.add(() => machine.destroy());
    return machine;
  };
  const machines = {
    folder,
    subnet,
    nodes: { db1: machineOf('db1'), db2: machineOf('db2'), db3: machineOf('db3') },
    app: machineOf(APP),
  };
  for (const machine of [...Object.values(machines.nodes), machines.app]) {
    await machine.renewDisk();
    await machine.boot();
  }
  return machines;
}

/** The code at the place that the units name, and npm with its Node, which Debian 12 has too old. */
function codeMounts(): string[] {
  const npm = spawnSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).stdout.trim();
  const modules = dirname(resolve(npm, '../..'));
  const root = resolve(import.meta.dirname, '../..');
  return [
    `--bind-ro=${root}:/srv/vialkeep`,
    `--bind-ro=${modules}:/usr/local/lib/node_modules`,
    `--bind-ro=${process.execPath}:/usr/local/bin/node`,
  ];
}

function requirePrograms(): void {
  if (process.getuid?.() !== 0) throw new Error('Machines can be booted by root only.');
  const missing = () => Object.entries(PROGRAMS).filter(([, program]) => !existsSync(program));
  installWithApt(...missing().map(([name]) => name));
  for (const [name, program] of missing()) throw new Error(`${program} is missing (apt-get install ${name}).`);
}

function openBridge(cleanUp: CleanUp): { readonly bridge: string; readonly subnet: string } {
  const used = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (let number = 1; number < SUBNETS; number += 1) {
    const subnet = `10.78.${number}`;
    const bridge = `vkrun${number}`;
    if (used.some(({ address }) => address.startsWith(`${subnet}.`))) continue;
    if (spawnSync('ip', ['link', 'add', bridge, 'type', 'bridge'], { stdio: 'ignore' }).status !== 0) continue;
    cleanUp.add(() => requireSuccess('ip', ['link', 'del', bridge]));
    requireSuccess('ip', ['addr', 'add', `${subnet}.1/24`, 'dev', bridge]);
    requireSuccess('ip', ['link', 'set', bridge, 'up']);
    return { bridge, subnet };
  }
  throw new Error('All subnets for machines are in use.');
}

function removeGroupsAtEnd(cleanUp: CleanUp): void {
  const absent = GROUPS.filter((group) => !existsSync(group));
  cleanUp.add(() => {
    for (const group of absent.filter((each) => existsSync(each))) removeGroup(group);
  });
}

function removeGroup(group: string): void {
  for (const entry of readdirSync(group, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroup(join(group, entry.name));
  }
  rmdirSync(group);
}

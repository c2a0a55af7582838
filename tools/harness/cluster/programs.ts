import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canInstall, installWithApt } from '../../../server/testing/servers/install-with-apt.ts';

const PACKAGES = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbackrest: '/usr/bin/pgbackrest',
  iproute2: '/usr/sbin/ip',
} as const;

/** Whether a cluster can be started here, perhaps after its programs are installed. */
export function canStartCluster(): boolean {
  return canInstall() || Object.values(PACKAGES).every((program) => existsSync(program));
}

/** Installs the programs of a cluster where they are missing; returns the folder of PostgreSQL's programs. */
export function ensureClusterPrograms(): string {
  const missing = () => Object.entries(PACKAGES).filter(([, program]) => !existsSync(program));
  installWithApt(...missing().map(([name]) => name));
  for (const [name, program] of missing()) {
    throw new Error(`A cluster needs ${program}; install it (apt-get install ${name}).`);
  }
  return join(PACKAGES['postgresql-15'], '..');
}

/** PostgreSQL does not run as root; its package brings a user. Null for a run as another user than root. */
export function postgresUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Throws what a program says about the file that it judges. */
export function requireValid(command: readonly [string, ...string[]], env: Readonly<Record<string, string>>): void {
  const [program, ...args] = command;
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  if (status !== 0) throw new Error(`${command.join(' ')} found a fault:\n${stdout}${stderr}`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServiceUser } from '../../server/cli/recovery/system-users.ts';
import type { SystemUser } from '../../server/integrations/database/other-user.ts';
import { withConnection } from '../../server/kernel/db/roles.ts';
import { installWithApt } from '../../server/testing/servers/install-with-apt.ts';

export const PROGRAMS = '/usr/lib/postgresql/15/bin';
const OWNER = 'vialkeep';

export type ClusterOptions = {
  /** Settings of postgresql.conf. */
  readonly settings?: (folder: string) => Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
  /** The folder in which the cluster's folder is created. */
  readonly place?: string;
};

/** A PostgreSQL 15 of Debian's package in a temporary folder, which listens on a socket only. */
export class DebianPostgres {
  readonly folder: string;
  readonly user: SystemUser | null;
  readonly #options: ClusterOptions;

  constructor(folder: string, user: SystemUser | null, options: ClusterOptions) {
    this.folder = folder;
    this.user = user;
    this.#options = options;
  }

  get dataDir(): string {
    return join(this.folder, 'pg');
  }

  url(database: string, role = OWNER): string {
    return `postgresql://${role}@localhost:5432/${database}?host=${encodeURIComponent(this.folder)}&sslmode=disable`;
  }

  async start(): Promise<void> {
    const own = this.#options.settings?.(this.folder) ?? {};
    const settings = { listen_addresses: '', unix_socket_directories: this.folder, port: '5432', ...own };
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
    const log = join(this.folder, 'postgres.log');
    const args = ['start', '-D', this.dataDir, '-w', '-l', log, '-o', options.join(' ')];
    await this.run(join(PROGRAMS, 'pg_ctl'), args, this.#options.env);
  }

  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    if (!existsSync(join(this.dataDir, 'postmaster.pid'))) return;
    await this.run(join(PROGRAMS, 'pg_ctl'), ['stop', '-D', this.dataDir, '-w', '-m', mode]);
  }

  async createDatabase(name: string): Promise<string> {
    await withConnection(this.url('postgres'), (owner) => owner.query(`create database ${name}`));
    return this.url(name);
  }

  async remove(): Promise<void> {
    await this.stop('immediate');
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs a program as the user of this PostgreSQL and returns its output; a failure throws with it. */
  async run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const child = spawn(program, args, {
      ...this.user,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await once(child, 'close');
    const code = child.exitCode ?? 1;
    if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim()}`);
    return output;
  }
}

/** Creates and starts a cluster of its own. */
export async function startDebianPostgres(name: string, options: ClusterOptions = {}): Promise<DebianPostgres> {
  if (!existsSync(join(PROGRAMS, 'initdb'))) installWithApt('postgresql-15');
  if (!existsSync(join(PROGRAMS, 'initdb'))) {
    throw new Error('PostgreSQL 15 was not found; install it (apt-get install postgresql-15).');
  }
  const folder = await mkdtemp(join(options.place ?? tmpdir(), `vialkeep-${name}-`));
  const user = findServiceUser('postgres');
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  const postgres = new DebianPostgres(folder, user, options);
  try {
    const initdb = ['-D', postgres.dataDir, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
    await postgres.run(join(PROGRAMS, 'initdb'), initdb);
    await postgres.start();
    return postgres;
  } catch (error) {
    await postgres.remove();
    throw error;
  }
}

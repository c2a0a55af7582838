import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import { installWithApt } from '../../../server/testing/servers/install-with-apt.ts';
import { type DebianPostgres, startDebianPostgres } from '../../harness/debian-postgres.ts';
import { startDemo } from '../../harness/product.ts';

const STANZA = 'vialkeep';
const CONFIG = 'pgbackrest.conf';
const ARCHIVE_TIMEOUT_MS = 60_000;

/** A PostgreSQL 15 with the demo network, which archives to an encrypted repository of pgBackRest. */
export class ArchivedCluster {
  readonly config: string;
  readonly repository: string;
  readonly postgres: DebianPostgres;
  readonly #passphrase: string;

  constructor(postgres: DebianPostgres, passphrase: string) {
    this.postgres = postgres;
    this.#passphrase = passphrase;
    this.config = join(postgres.folder, CONFIG);
    this.repository = join(postgres.folder, 'repository');
  }

  get url(): string {
    return this.postgres.url('vialkeep');
  }

  /** Writes the configuration with the options of deploy/cluster that do not depend on the place. */
  async configure(): Promise<void> {
    const { folder, dataDir } = this.postgres;
    const text = `[global]
repo1-path=${this.repository}
repo1-cipher-type=aes-256-cbc
repo1-bundle=y
repo1-retention-full=2
compress-type=lz4
archive-async=y
start-fast=y
log-level-file=off
lock-path=${join(folder, 'lock')}
spool-path=${join(folder, 'spool')}

[${STANZA}]
pg1-path=${dataDir}
pg1-socket-path=${folder}
pg1-user=vialkeep
`;
    await writeFile(this.config, text);
    for (const name of ['repository', 'spool']) {
      await mkdir(join(folder, name));
      if (this.postgres.user) await chown(join(folder, name), this.postgres.user.uid, this.postgres.user.gid);
    }
    await this.pgBackRest('stanza-create');
  }

  async pgBackRest(...args: readonly string[]): Promise<string> {
    const own = { PGBACKREST_REPO1_CIPHER_PASS: this.#passphrase };
    return this.postgres.run('pgbackrest', [`--config=${this.config}`, `--stanza=${STANZA}`, ...args], own);
  }

  tables<T>(task: (owner: pg.Client) => Promise<T>): Promise<T> {
    return withConnection(this.url, task);
  }

  /** Ends the present segment and waits until the archive has it. */
  async flushArchive(): Promise<void> {
    await this.tables(async (owner) => {
      const { rows } = await owner.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
      const wanted = rows[0]?.name ?? '';
      for (const deadline = performance.now() + ARCHIVE_TIMEOUT_MS; performance.now() < deadline; await sleep(50)) {
        const { rowCount } = await owner.query('select from pg_stat_archiver where last_archived_wal >= $1', [wanted]);
        if (rowCount === 1) return;
      }
      throw new Error(`The segment ${wanted} did not reach the archive.`);
    });
  }
}

/** Starts a cluster that archives; `network` loads the demo network into it by starting the product once. */
export async function startArchivedCluster(
  place: string,
  passphrase: string,
  network: { readonly dataDir: string } | null,
): Promise<ArchivedCluster> {
  if (!existsSync('/usr/bin/pgbackrest')) installWithApt('pgbackrest');
  const postgres = await startDebianPostgres('recovery', {
    place,
    env: { PGBACKREST_REPO1_CIPHER_PASS: passphrase },
    settings: (folder) => ({
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${join(folder, CONFIG)} --stanza=${STANZA} archive-push %p`,
      fsync: 'off',
    }),
  });
  try {
    const cluster = new ArchivedCluster(postgres, passphrase);
    await cluster.configure();
    await postgres.createDatabase('vialkeep');
    if (network) {
      const product = await startDemo({ DATABASE_URL: cluster.url, DATA_DIR: network.dataDir });
      await product.stop();
    }
    return cluster;
  } catch (error) {
    await postgres.remove();
    throw error;
  }
}

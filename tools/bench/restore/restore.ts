import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import { type DebianPostgres, PROGRAMS, startDebianPostgres } from '../../harness/debian-postgres.ts';
import { fillNetwork } from '../../harness/people-network.ts';
import { startDemo } from '../../harness/product.ts';
import { median } from '../../harness/quantile.ts';

/**
 * Compares `npm run restore` with `pg_restore -j2` of the same rows, in turns on one PostgreSQL 15. The time of our
 * command includes what pg_restore does not do: comparing hashes, running the migrations and analyzing the tables.
 * `--short` is the run with 100,000 users.
 */
const { values: asked } = parseArgs({
  options: { short: { type: 'boolean', default: false }, rounds: { type: 'string' } },
});
const USERS = asked.short ? 100_000 : 1_000_000;
const ROUNDS = Number(asked.rounds ?? (asked.short ? 3 : 1));
const TARGET_RATIO = 1.5;
const ROOT = resolve(import.meta.dirname, '../../..');

const folder = await mkdtemp(join(tmpdir(), 'vialkeep-bench-restore-'));
const postgres = await startDebianPostgres('restore', {
  settings: () => ({ shared_buffers: '512MB', max_wal_size: '4GB', random_page_cost: '1.1' }),
});
try {
  await measure(postgres);
} finally {
  await postgres.remove();
  await rm(folder, { recursive: true, force: true });
}

async function measure(server: DebianPostgres): Promise<void> {
  const source = await server.createDatabase('source');
  await fillSource(source);
  const [ourBackup, theirDump] = [join(folder, 'backup'), join(folder, 'dump')];
  const backupSeconds = await timeOf(() => runCommand('backup', source, ourBackup));
  const dumpSeconds = await timeOf(() =>
    runProgram(join(PROGRAMS, 'pg_dump'), ['-Fd', '-j2', '-f', theirDump, '-d', source]),
  );
  console.log(`${USERS} users; npm run backup ${backupSeconds.toFixed(1)} s, pg_dump -j2 ${dumpSeconds.toFixed(1)} s`);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const theirs = await restoreInto(server, 'theirs', (url) =>
      runProgram(join(PROGRAMS, 'pg_restore'), ['-j2', '-d', url, theirDump]),
    );
    const ours = await restoreInto(server, 'ours', (url) => runCommand('restore', url, ourBackup));
    if (ours.users !== theirs.users) throw new Error(`${ours.users} users were restored instead of ${theirs.users}.`);
    ratios.push(ours.seconds / theirs.seconds);
    const figures = `npm run restore ${ours.seconds.toFixed(1)} s, pg_restore -j2 ${theirs.seconds.toFixed(1)} s`;
    console.log(`  round ${round}: ${figures}, ratio ${(ours.seconds / theirs.seconds).toFixed(2)}`);
  }
  const ratio = median(ratios);
  console.log(`ratio ${ratio.toFixed(2)}, target ${TARGET_RATIO}: ${ratio <= TARGET_RATIO ? 'met' : 'MISSED'}`);
  if (ratio > TARGET_RATIO && !asked.short) process.exitCode = 1;
}

async function fillSource(url: string): Promise<void> {
  const product = await startDemo({ DATABASE_URL: url, DATA_DIR: await mkdtemp(join(folder, 'data-')) });
  await product.stop();
  await withConnection(url, (owner) => fillNetwork(owner, USERS));
}

async function restoreInto(server: DebianPostgres, name: string, restore: (url: string) => Promise<void>) {
  const url = await server.createDatabase(name);
  await withConnection(url, (owner) => owner.query('checkpoint'));
  const seconds = await timeOf(() => restore(url));
  const { rows } = await withConnection(url, (owner) =>
    owner.query<{ n: number }>('select count(*)::int as n from users'),
  );
  await withConnection(server.url('postgres'), (owner) => owner.query(`drop database ${name}`));
  return { seconds, users: rows[0]?.n ?? 0 };
}

async function timeOf(task: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await task();
  return (performance.now() - began) / 1000;
}

/** Runs one of our commands with a new data directory; the runtime role is reached without a password. */
async function runCommand(command: 'backup' | 'restore', url: string, backup: string): Promise<void> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await runProgram(process.execPath, [join(ROOT, `server/cli/${command}.ts`), backup], {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_RUNTIME_URL: url.replace('//vialkeep@', '//vialkeep_runtime@'),
  });
}

async function runProgram(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'close');
  const code = child.exitCode ?? 1;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
}

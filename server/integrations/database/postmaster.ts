import { once } from 'node:events';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../../kernel/db/roles.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { processNow } from './processes.ts';
import { removeSocketDirectory } from './socket-directory.ts';

/** Where PostgreSQL listens: in the folder of its socket, or, without one, on loopback. */
export type Listening = { readonly socketDirectory: string; readonly port: number };

export type Postmaster = Listening & { readonly pid: number };

export type Cluster = {
  readonly dataDir: string;
  readonly programs: PostgresPrograms;
  readonly durable: boolean;
  readonly workers: number;
  ownerUrl(at: Listening, database: string): string;
};

/** Recovery after a crash can take minutes; a live process that reports recovery is waited for. */
const RECOVERY_MS = 600_000;
/** After a kill of all processes, resources of the old one can block a start for some seconds. */
const LINGERING_MS = 10_000;
const UNREACHABLE_MS = 5_000;
/** With the defaults of all settings; commands and backups connect besides. */
const CONNECTIONS_OF_A_WORKER = 40;
const LARGEST_LOG = 5_000_000;

export const directoryOf = (dataDir: string): string => join(dataDir, 'postgres');
export const logOf = (dataDir: string): string => join(dataDir, 'postgres.log');

/** The PostgreSQL that runs on these files, whichever process started it. */
export function runningPostmaster(dataDir: string): Postmaster | null {
  const running = readPidFile(directoryOf(dataDir));
  return running !== null && isPostmasterOf(running.pid, directoryOf(dataDir)) ? running : null;
}

/** A PostgreSQL on these files that a killed server left running, if it can be used. Otherwise it is stopped. */
export async function adoptPostmaster(cluster: Cluster): Promise<Postmaster | null> {
  const directory = directoryOf(cluster.dataDir);
  const deadline = Date.now() + UNREACHABLE_MS;
  for (;;) {
    const left = readPidFile(directory);
    if (left === null) return null;
    const runs = isPostmasterOf(left.pid, directory);
    if (runs && (await answers(cluster.ownerUrl(left, 'postgres'), directory))) {
      await endOldSessions(cluster.ownerUrl(left, 'postgres'));
      return left;
    }
    if (!runs || Date.now() > deadline) {
      if (runs) await stopPostmaster(cluster);
      // A stale process id that now belongs to another process would mislead PostgreSQL.
      rmSync(join(directory, 'postmaster.pid'), { force: true });
      removeSocketDirectory(left.socketDirectory);
      return null;
    }
    await sleep(100);
  }
}

export async function startPostmaster(cluster: Cluster, at: Listening): Promise<Postmaster> {
  const deadline = Date.now() + LINGERING_MS;
  for (;;) {
    const outcome = await launch(cluster, at);
    if (typeof outcome !== 'string') return outcome;
    const lingers = /lock file .* already exists|still in use/.test(outcome);
    if (!lingers || Date.now() > deadline) {
      throw new StartupProblem(
        `The embedded PostgreSQL did not start: ${outcome}. More is in ${logOf(cluster.dataDir)}.`,
      );
    }
    await sleep(250);
  }
}

/** Cancels running statements, flushes all data and waits until the process has ended. */
export async function stopPostmaster({ dataDir, programs }: Pick<Cluster, 'dataDir' | 'programs'>): Promise<void> {
  const stop = (mode: string) =>
    programs.run('pg_ctl', ['stop', `--pgdata=${directoryOf(dataDir)}`, `--mode=${mode}`, '--wait', '--timeout=60']);
  const { ok } = await stop('fast');
  if (!ok && readPidFile(directoryOf(dataDir)) !== null) await stop('immediate');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return address !== null && typeof address === 'object' ? address.port : 0;
}

/** The postmaster, or the reason from PostgreSQL's log why it did not start. */
async function launch(cluster: Cluster, at: Listening): Promise<Postmaster | string> {
  const logFile = logOf(cluster.dataDir);
  const before = trimLog(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const child = cluster.programs.start(argumentsFor(cluster, at), log);
  closeSync(log);
  let ended = false;
  child.on('error', () => (ended = true));
  child.on('exit', () => (ended = true));
  const deadline = Date.now() + RECOVERY_MS;
  while (!ended && Date.now() < deadline) {
    if (child.pid !== undefined && (await answers(cluster.ownerUrl(at, 'postgres'), directoryOf(cluster.dataDir)))) {
      return { ...at, pid: readPidFile(directoryOf(cluster.dataDir))?.pid ?? child.pid };
    }
    await sleep(20);
  }
  return reasonIn(readFileSync(logFile).subarray(before).toString());
}

/** Skips lines that this process's own connection attempts caused while the server was starting. */
function reasonIn(log: string): string {
  const fatal = [...log.matchAll(/(?:FATAL|PANIC):\s*(.*)/g)].map(([, words = '']) => words);
  const reason = fatal.findLast((words) => !words.startsWith('the database system is'));
  return reason ?? log.trim().split('\n').at(-1) ?? '';
}

function argumentsFor({ dataDir, durable, workers }: Cluster, { socketDirectory, port }: Listening): string[] {
  const settings = {
    listen_addresses: socketDirectory === '' ? '127.0.0.1' : '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: String(Math.max(200, CONNECTIONS_OF_A_WORKER * workers)),
    jit: 'off',
    // Reading a page at random from a solid-state disk costs about as much as reading the next one.
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // PostgreSQL cancels a statement whose client has disconnected, where the system can detect it.
    client_connection_check_interval: process.platform === 'linux' ? '2s' : '0',
    // A failed statement may contain personal data, which must not be logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durable
      ? {
          fsync: 'on',
          synchronous_commit: 'on',
          full_page_writes: 'on',
          wal_compression: 'on',
          max_wal_size: '4GB',
          shared_buffers: `${quarterOfMemory()}MB`,
        }
      : {
          shared_buffers: '128MB',
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_level: 'minimal',
          max_wal_senders: '0',
          // Tests read the write-ahead log, and checkpoints of parallel tests would recycle it.
          wal_keep_size: '256MB',
        }),
  };
  return [
    '-D',
    directoryOf(dataDir),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** In megabytes, within limits that suit a small and a large machine. A container may use less than the machine has. */
function quarterOfMemory(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(2048, Math.max(128, Math.floor(memory / 4 / 1024 ** 2)));
}

function trimLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LARGEST_LOG) return size;
  renameSync(file, `${file}.1`);
  return 0;
}

/** Ends the sessions of the killed server: their locks would block this one. */
async function endOldSessions(url: string): Promise<void> {
  await withConnection(url, (owner) =>
    owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  );
}

async function answers(url: string, directory: string): Promise<boolean> {
  try {
    return await withConnection(url, async (client) => {
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return resolve(rows[0]?.data_directory ?? '') === directory;
    });
  } catch {
    return false;
  }
}

function isPostmasterOf(pid: number, directory: string): boolean {
  const running = processNow(pid);
  if (running === null) return false;
  return running.command === '' || (running.command.includes('postgres') && running.command.includes(` ${directory} `));
}

function readPidFile(directory: string): Postmaster | null {
  try {
    const [pid, , , port, socketDirectory = ''] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(pid), port: Number(port), socketDirectory };
  } catch {
    return null;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../../kernel/db/roles.ts';
import type { Database } from '../../ports/database.ts';
import { ensureDatabaseFiles, makeDataDirectory, OWNER_ROLE, problemOf, readOwnerPassword } from './data-directory.ts';
import { findPostgres } from './postgres-programs.ts';
import {
  adoptPostmaster,
  type Cluster,
  directoryOf,
  freePort,
  type Listening,
  type Postmaster,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { isAlive } from './processes.ts';
import { lockDataDirectory } from './server-lock.ts';
import { makeSocketDirectory, remakeSocketDirectory, removeSocketDirectory } from './socket-directory.ts';

export type EmbeddedOptions = {
  dataDir: string;
  /** False gives up crash safety for speed; for tests only. */
  durable?: boolean;
  /** Uses TCP with a port and a password instead of a socket: Node has no usable sockets on Windows. */
  overTcp?: boolean;
  /** The number of processes of the server that will connect. */
  workers?: number | undefined;
  log?: (sentence: string) => void;
};

const DATABASE = 'vialkeep';
const WATCH_MS = 500;
const RETRY_MS = 2_000;

/** An embedded PostgreSQL on the data directory, started or taken over, and restarted until `stop`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const { durable = true, overTcp = process.platform === 'win32', workers = 1, log = () => {} } = options;
  const dataDir = await makeDataDirectory(options.dataDir);
  const unlock = await lockDataDirectory(dataDir).catch((error: unknown) => {
    throw problemOf(dataDir, error);
  });
  let undo = unlock;
  try {
    const programs = await findPostgres(directoryOf(dataDir));
    await ensureDatabaseFiles(dataDir, programs, { durable, overTcp });
    const password = overTcp ? await readOwnerPassword(dataDir) : '';
    const cluster: Cluster = {
      dataDir,
      programs,
      durable,
      workers,
      ownerUrl: (at, database) => buildOwnerUrl(at, database, password),
    };
    const left = await adoptPostmaster(cluster);
    const place = left ?? (await placeToListen(cluster, overTcp));
    undo = async () => {
      await stopPostmaster(cluster);
      removeSocketDirectory(place.socketDirectory);
      await unlock();
    };
    const postmaster = left ?? (await startPostmaster(cluster, place));
    await ensureDatabase(cluster.ownerUrl(postmaster, 'postgres'));
    const unwatch = keepRunning(cluster, postmaster, log);
    return {
      ownerUrl: cluster.ownerUrl(postmaster, DATABASE),
      where: `The data lies in ${dataDir}, in the embedded PostgreSQL ${programs.major}.`,
      stop: runOnce(async () => {
        await unwatch();
        await undo();
      }),
    };
  } catch (error) {
    await undo();
    throw problemOf(dataDir, error);
  }
}

/** Attaches to the embedded PostgreSQL of a running server and leaves it running; null when none runs. */
export async function visitEmbedded(dataDir: string): Promise<Database | null> {
  const running = runningPostmaster(dataDir);
  if (running === null) return null;
  const password = running.socketDirectory === '' ? await readOwnerPassword(dataDir) : '';
  return {
    ownerUrl: buildOwnerUrl(running, DATABASE, password),
    where: `The data lies in ${dataDir}.`,
    stop: async () => {},
  };
}

async function placeToListen({ dataDir, programs }: Cluster, overTcp: boolean): Promise<Listening> {
  if (overTcp) return { socketDirectory: '', port: await freePort() };
  return { socketDirectory: makeSocketDirectory(dataDir, programs.owner), port: 5432 };
}

/** Holds every connection parameter, so that no PG… variable of the environment has an effect. */
function buildOwnerUrl({ socketDirectory, port }: Listening, database: string, password: string): string {
  const url = new URL(`postgresql://localhost:${port}/${database}?sslmode=disable`);
  url.username = OWNER_ROLE;
  url.password = password;
  if (socketDirectory === '') url.hostname = '127.0.0.1';
  else url.searchParams.set('host', socketDirectory);
  return url.href;
}

async function ensureDatabase(maintenanceUrl: string): Promise<void> {
  await withConnection(maintenanceUrl, async (owner) => {
    const { rowCount } = await owner.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await owner.query(`create database ${DATABASE}`);
  });
}

/** Restarts a PostgreSQL that ends by itself, at the same address. Returns a function that stops this. */
function keepRunning(cluster: Cluster, first: Postmaster, log: (sentence: string) => void): () => Promise<void> {
  let current = first;
  let repair: Promise<void> = Promise.resolve();
  let repairing = false;
  const timer = setInterval(() => {
    if (repairing || isAlive(current.pid)) return;
    repairing = true;
    log('The embedded PostgreSQL ended unexpectedly and is started again.');
    repair = restart().finally(() => (repairing = false));
  }, WATCH_MS);
  timer.unref();

  async function restart(): Promise<void> {
    try {
      const left = await adoptPostmaster(cluster);
      if (current.socketDirectory !== '') remakeSocketDirectory(current.socketDirectory, cluster.programs.owner);
      current = left ?? (await startPostmaster(cluster, current));
    } catch (error) {
      // The cause may be temporary, such as a full disk, so the next start waits.
      log(error instanceof Error ? error.message : String(error));
      await sleep(RETRY_MS);
    }
  }

  return async () => {
    clearInterval(timer);
    await repair;
  };
}

function runOnce(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= task());
}

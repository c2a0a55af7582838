import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { openEmbedded } from '../../../server/integrations/database/embedded-database.ts';
import { ensureRuntimeRole, withConnection } from '../../../server/kernel/db/roles.ts';
import { raiseOrderNumbers } from '../../harness/order-numbers.ts';
import { fillNetwork, growNetwork } from '../../harness/people-network.ts';
import { type Product, startDemo } from '../../harness/product.ts';
import { logInAll, type Worker } from '../../harness/workers.ts';

/** The accounts of the people at work have this network around them; further users are strangers to them. */
const NEAR_USERS = 10_000;
const FILLED = 'filled';

export type FilledNetwork = {
  readonly product: Product;
  readonly workers: readonly Worker[];
  readonly postgresPid: number;
  /** The log of PostgreSQL. */
  readonly postgresLog: string;
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
  /** Starts the product again with this number of processes, on the same data. */
  readonly restart: (processes: number) => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Fills a network of this many users in a folder of `place`, unless it is there from an earlier run. */
export async function ensureNetwork(place: string, users: number): Promise<string> {
  const folder = join(place, `network-${users}`);
  if (existsSync(join(folder, FILLED))) return folder;
  await rm(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  chmodSync(place, 0o755);
  chmodSync(folder, 0o755);
  await onDatabase(folder, async ({ settings, tables }) => {
    // The first start creates the demo network and its sealed documents.
    await (await startDemo(settings)).stop();
    await tables(async (owner) => {
      await fillNetwork(owner, Math.min(users, NEAR_USERS));
      if (users > NEAR_USERS) await growNetwork(owner, NEAR_USERS, users);
      await raiseOrderNumbers(owner);
      await owner.query('checkpoint');
    });
  });
  writeFileSync(join(folder, FILLED), '');
  return folder;
}

/** Starts the product on a copy of a filled network, so that each run begins with the same rows. */
export async function startOnNetwork(place: string, users: number, processes: number): Promise<FilledNetwork> {
  const filled = await ensureNetwork(place, users);
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-capacity-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const dataDir = join(folder, 'data');
    chmodSync(folder, 0o755);
    execFileSync('cp', ['-a', '--reflink=auto', filled, dataDir]);
    const database = await openDatabase(dataDir);
    undo.push(() => database.stop());
    const { tables, settings: own } = database;
    const start = async (count: number) => {
      const settings = { CHECKOUTS_PER_HOUR: '100000', TRUST_PROXY: '127.0.0.1', WORKERS: String(count) };
      const started = await startDemo({ ...own, ...settings });
      return { started, workers: await tables((owner) => logInAll(started.port, owner)) };
    };
    let current = await start(processes);
    undo.push(() => current.started.stop());
    return {
      get product() {
        return current.started;
      },
      get workers() {
        return current.workers;
      },
      tables,
      async restart(count: number) {
        await current.started.stop();
        current = await start(count);
      },
      postgresPid: Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
      postgresLog: join(dataDir, 'postgres.log'),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openDatabase(dataDir: string) {
  const database = await openEmbedded({ dataDir, workers: 2 });
  const { ownerUrl } = database;
  const runtimeUrl = await ensureRuntimeRole(ownerUrl, {
    dataDir,
    databaseUrl: undefined,
    databaseRuntimeUrl: undefined,
  });
  return {
    settings: { DATA_DIR: dataDir, DATABASE_URL: ownerUrl, DATABASE_RUNTIME_URL: runtimeUrl },
    tables: <T>(task: (owner: pg.Client) => Promise<T>) => withConnection(ownerUrl, task),
    stop: () => database.stop(),
  };
}

async function onDatabase(
  dataDir: string,
  task: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(dataDir);
  try {
    await task(database);
  } finally {
    await database.stop();
  }
}

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { visitEmbedded } from '../../server/integrations/database/embedded-database.ts';
import { withConnection } from '../../server/kernel/db/roles.ts';
import { type Product, startDemo } from '../harness/product.ts';
import { childrenOf } from '../harness/server-processes.ts';
import type { SmallDisk } from './small-disk.ts';

/** A running product and its data, for clients and for the judge of a run. */
export type Stack = {
  readonly dataDir: string;
  /** The settings of the product, for commands that run beside it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly url: () => string;
  /** Runs a task on the database as the owner of the tables; waits while the database restarts. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
};

/** The product as `npm start` runs it, with a PostgreSQL of its own; both can be killed. */
export type FullStack = Stack & {
  /** Kills the process without a shutdown; `startAgain` stands for the operator's process supervisor. */
  readonly killServer: () => Promise<void>;
  /** Ends the process by SIGTERM, as an operator does. */
  readonly endServer: () => Promise<void>;
  readonly startAgain: () => Promise<void>;
  /** Stops every process of the database for this time; its connections stay open and silent. */
  readonly freezeDatabase: (ms: number) => Promise<void>;
  /** SIGQUIT is PostgreSQL's immediate shutdown. The server notices the loss and starts a new database process. */
  readonly killDatabase: (signal: 'SIGKILL' | 'SIGQUIT') => void;
  readonly close: () => Promise<void>;
};

export async function startFullStack(given: Record<string, string>, disk: SmallDisk | null): Promise<FullStack> {
  const dataDir = disk?.dataDir ?? (await mkdtemp(join(tmpdir(), 'vialkeep-faults-')));
  const settings = { ...given, DATA_DIR: dataDir };
  let product: Product = await startDemo(settings);
  return {
    dataDir,
    settings,
    url: () => `http://127.0.0.1:${product.port}`,
    killServer: () => product.kill9(),
    endServer: async () => void (await product.stop()),
    freezeDatabase: (ms) => freeze(dataDir, ms),
    async startAgain() {
      product = await startDemo(settings);
    },
    killDatabase(signal) {
      const pid = postmasterOf(dataDir);
      if (pid !== null) process.kill(pid, signal);
    },
    tables: (task) => patiently(dataDir, task),
    async close() {
      await product.stop();
      if (!disk) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function postmasterOf(dataDir: string): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  } catch {
    return null;
  }
}

async function freeze(dataDir: string, ms: number): Promise<void> {
  const postmaster = postmasterOf(dataDir);
  if (postmaster === null) throw new Error('There is no database to stop.');
  const stopped: number[] = [];
  const stop = (pid: number) => {
    process.kill(pid, 'SIGSTOP');
    stopped.push(pid);
  };
  try {
    // The postmaster first: it starts no further processes then.
    stop(postmaster);
    for (const pid of childrenOf(postmaster)) stop(pid);
    await sleep(ms);
  } finally {
    for (const pid of stopped.toReversed()) process.kill(pid, 'SIGCONT');
  }
}

const TRIES = 100;

async function patiently<T>(dataDir: string, task: (owner: pg.Client) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      const database = await visitEmbedded(dataDir);
      if (database !== null) return await withConnection(database.ownerUrl, task);
    } catch (error) {
      if (tries > TRIES) throw error;
    }
    if (tries > TRIES) throw new Error('The database did not come back.');
    await sleep(200);
  }
}

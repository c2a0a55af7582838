import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { startProduct } from '../bench/product.ts';
import { openEmbedded } from '../server/integrations/database/embedded-database.ts';
import { dnsStandIn } from '../server/integrations/dns/dns-stand-in.ts';
import { connected, ensureRuntimeRole } from '../server/kernel/db/roles.ts';

/** The product as it is delivered, on a database of its own with the demo network. */
export type Target = {
  readonly url: string;
  /** What it runs with, for commands beside it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Straight at the tables, as their owner. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
  readonly megabytes: () => Promise<number>;
  readonly log: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** How often somebody may is told elsewhere; here one address asks a hundred thousand times. */
const unhurried = {
  LOGIN_FAILURES: '10000',
  RESETS_PER_HOUR: '10000',
  SIGN_UPS_PER_HOUR: '100000',
  CHECKOUTS_PER_HOUR: '100000',
  LOOKUPS_PER_MINUTE: '100000',
  SIGNING_CALLS: '1000000',
};

export async function startTarget(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-attack-'));
  const database = await openEmbedded({ dataDir });
  const names = await dnsStandIn();
  const none = { dataDir, databaseUrl: undefined, databaseRuntimeUrl: undefined };
  const settings = {
    ...unhurried,
    DATA_DIR: dataDir,
    DATABASE_URL: database.ownerUrl,
    DATABASE_RUNTIME_URL: await ensureRuntimeRole(database.ownerUrl, none),
    LOG_LEVEL: 'warn',
    // No name leads anywhere.
    DNS_SERVERS: names.server,
  };
  const product = await startProduct(settings).catch(async (problem: unknown) => {
    await Promise.all([database.stop(), names.close()]);
    throw problem;
  });
  return {
    url: `http://127.0.0.1:${product.port}`,
    settings,
    tables: (task) => connected(database.ownerUrl, task),
    megabytes: async () => {
      const status = await readFile(`/proc/${product.pid}/status`, 'utf8').catch(() => '');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    log: () => readFile(join(dataDir, 'product.log'), 'utf8'),
    async close() {
      await product.stop();
      await Promise.all([database.stop(), names.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

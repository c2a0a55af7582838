import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type Product, startProduct } from '../bench/product.ts';
import { openEmbedded } from '../server/integrations/database/embedded-database.ts';
import { connected, ensureRuntimeRole } from '../server/kernel/db/roles.ts';

/** A product that is killed and started again while its database goes on. */
export type MortalProduct = {
  readonly url: () => string;
  readonly runtimeUrl: string;
  readonly killAndRestart: () => Promise<void>;
  /** Straight at the tables, as their owner. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

export async function startMortal(settings: Record<string, string>): Promise<MortalProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-faults-'));
  const database = await openEmbedded({ dataDir });
  const none = { dataDir, databaseUrl: undefined, databaseRuntimeUrl: undefined };
  const runtimeUrl = await ensureRuntimeRole(database.ownerUrl, none);
  const start = () =>
    startProduct({
      ...settings,
      DATA_DIR: dataDir,
      DATABASE_URL: database.ownerUrl,
      DATABASE_RUNTIME_URL: runtimeUrl,
    });
  let product: Product = await start();
  return {
    url: () => `http://127.0.0.1:${product.port}`,
    runtimeUrl,
    async killAndRestart() {
      await product.kill9();
      product = await start();
    },
    tables: (task) => connected(database.ownerUrl, task),
    async close() {
      await product.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

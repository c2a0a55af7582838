import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort, newDataDir, type Product, type Settings, startDemo } from '../product.ts';
import type { Cluster } from './cluster.ts';

/** Several servers of the product on one cluster. */
export type ProductsOnCluster = {
  readonly dataDir: string;
  readonly settings: Settings;
  readonly products: readonly Product[];
  /** The address of the next server, as a proxy in front of them would choose it. */
  readonly url: () => string;
  /** Runs a task as the owner of the tables; waits while the cluster has no primary. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
};

const TRIES = 300;

/**
 * Starts this number of servers, which stop with the cluster. They share a data directory, because it holds their files
 * and keys.
 */
export async function startProducts(
  cluster: Cluster,
  servers: number,
  chosen: Settings = {},
): Promise<ProductsOnCluster> {
  const dataDir = newDataDir();
  const settings = { ...chosen, DATA_DIR: dataDir, DATABASE_URL: cluster.databaseUrl };
  const products: Product[] = [];
  cluster.beforeClose(async () => {
    // Their database may be away, and a product that waits for it ends late.
    await Promise.all(products.map((product) => product.kill9()));
    rmSync(dataDir, { recursive: true, force: true });
  });
  // In sequence: the first server creates the demo network.
  for (let server = 0; server < servers; server += 1) {
    const start = { ...settings, PORT: String(await freePort()) };
    // Known before it serves, so that a signal during its start ends it too.
    await startDemo(start, [], undefined, (product) => products.push(product));
  }
  let calls = 0;
  return {
    dataDir,
    settings,
    products,
    url: () => `http://127.0.0.1:${products[calls++ % products.length]?.port}`,
    tables: (task) => repeatUntilPrimary(() => cluster.tables(task)),
  };
}

async function repeatUntilPrimary<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(200);
    }
  }
}

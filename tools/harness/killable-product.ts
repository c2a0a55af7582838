import type pg from 'pg';
import { type OwnDatabase, onOwnDatabase } from './own-database.ts';
import { type Product, startDemo } from './product.ts';

/** A product that is killed and restarted while its database keeps running. */
export type KillableProduct = {
  readonly url: () => string;
  readonly runtimeUrl: string;
  /** The settings with which commands work on the same data. */
  readonly settings: Readonly<Record<string, string>>;
  readonly killAndRestart: () => Promise<void>;
  /** Runs a task on the database as the owner of the tables. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

export async function startKillableProduct(given: Record<string, string>): Promise<KillableProduct> {
  const build = async ({ settings, tables, beforeEnd }: OwnDatabase) => {
    const all = { ...given, ...settings };
    const start = () => startDemo(all);
    let product: Product = await start();
    beforeEnd(() => product.stop());
    return {
      url: () => `http://127.0.0.1:${product.port}`,
      runtimeUrl: settings.DATABASE_RUNTIME_URL,
      settings: all,
      async killAndRestart() {
        await product.kill9();
        product = await start();
      },
      tables,
    };
  };
  return onOwnDatabase('faults', build, { holdsDemo: true });
}

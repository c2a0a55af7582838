import type pg from 'pg';
import { onOwnDatabase } from '../harness/own-database.ts';
import { type Product, startDemo } from '../harness/product.ts';
import { logIn } from './log-in.ts';

export type OwnServer = {
  readonly product: Product;
  readonly ownerUrl: string;
  /** Returns the token of a user of the demo network. */
  logIn(email: string): Promise<string>;
  /** Restarts the product on the same data, so that the memory and caches of the first start are not measured. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Starts the product, of another checkout if named, with the demo network on a PostgreSQL of its own, then fills the
 * database.
 */
export async function openOwnServer(
  name: string,
  fill: (owner: pg.Client) => Promise<void>,
  checkout?: string,
): Promise<OwnServer> {
  return onOwnDatabase(name, async ({ settings, ownerUrl, tables, beforeEnd }) => {
    let product = await startDemo(settings, [], checkout);
    beforeEnd(() => product.stop());
    await tables(fill);
    return {
      get product() {
        return product;
      },
      ownerUrl,
      async logIn(email: string) {
        const { token } = await logIn(product.port, email);
        return token;
      },
      async restart() {
        await product.stop();
        product = await startDemo(settings, [], checkout);
      },
    };
  });
}

import type pg from 'pg';
import { onOwnDatabase } from '../harness/own-database.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { logIn } from './log-in.ts';

export type OwnServer = {
  readonly product: Product;
  readonly ownerUrl: string;
  /** The token of one of the demo's people. */
  logIn(email: string): Promise<string>;
  /** Stops the product and starts it on the same data, as after a night: what its first start needed is forgotten. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** The product with the demo network on a PostgreSQL of its own, which is then filled. */
export async function openOwnServer(name: string, fill: (owner: pg.Client) => Promise<void>): Promise<OwnServer> {
  return onOwnDatabase(name, async ({ settings, ownerUrl, tables, beforeEnd }) => {
    let product = await startProduct(settings);
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
        product = await startProduct(settings);
      },
    };
  });
}

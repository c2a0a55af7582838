import type { Product } from '../../harness/product.ts';
import { openOwnServer } from '../own-server.ts';
import { fillNetwork } from './people-network.ts';

export type Asker = 'admin' | 'north' | 'viewer';

export type Crowd = {
  readonly users: number;
  readonly product: Product;
  /** Tokens: of an administrator of everything, of one of the second site, and of the patients-list role. */
  readonly tokens: Readonly<Record<Asker, string>>;
  close(): Promise<void>;
};

/** The product with a network of so many users. */
export async function gather(users: number): Promise<Crowd> {
  const server = await openOwnServer('people', (owner) => fillNetwork(owner, users));
  try {
    const tokens = {
      admin: await server.logIn('admin@vialkeep.test'),
      north: await server.logIn('admin@north.test'),
      viewer: await server.logIn('viewer@vialkeep.test'),
    };
    return { users, product: server.product, tokens, close: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

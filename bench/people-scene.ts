import { openOwnServer } from './own-server.ts';
import { fillNetwork } from './people-network.ts';
import type { Product } from './product.ts';

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
  const { product, logIn, close } = await openOwnServer('people', (owner) => fillNetwork(owner, users));
  const tokens = {
    admin: await logIn('admin@vialkeep.test'),
    north: await logIn('admin@north.test'),
    viewer: await logIn('viewer@vialkeep.test'),
  };
  return { users, product, tokens, close };
}

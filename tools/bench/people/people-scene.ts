import { fillNetwork } from '../../harness/people-network.ts';
import { type OwnServer, openOwnServer } from '../own-server.ts';

export type Asker = 'admin' | 'north' | 'viewer';

export type Crowd = {
  readonly users: number;
  readonly server: OwnServer;
  /** Tokens of a main-site administrator, an administrator of the second site and the patients-list role. */
  readonly tokens: Readonly<Record<Asker, string>>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts the product, of another checkout if named, with a network of this many users. */
export async function gather(users: number, checkout?: string): Promise<Crowd> {
  const server = await openOwnServer('people', (owner) => fillNetwork(owner, users), checkout);
  try {
    const tokens = {
      admin: await server.logIn('admin@vialkeep.test'),
      north: await server.logIn('admin@north.test'),
      viewer: await server.logIn('viewer@vialkeep.test'),
    };
    return { users, server, tokens, [Symbol.asyncDispose]: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

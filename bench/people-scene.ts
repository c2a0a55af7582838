import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openEmbedded } from '../server/integrations/database/embedded-database.ts';
import { connected, ensureRuntimeRole } from '../server/kernel/db/roles.ts';
import { fillNetwork } from './people-network.ts';
import { type Product, startProduct } from './product.ts';

export type Asker = 'admin' | 'north' | 'viewer';

export type Crowd = {
  readonly users: number;
  readonly product: Product;
  /** Tokens: of an administrator of everything, of one of the second site, and of the patients-list role. */
  readonly tokens: Readonly<Record<Asker, string>>;
  close(): Promise<void>;
};

/** The product on a PostgreSQL of its own, with a network of so many users. */
export async function gather(users: number): Promise<Crowd> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-people-'));
  const undo = [() => rm(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const database = await openEmbedded({ dataDir });
    undo.push(() => database.stop());
    const { ownerUrl } = database;
    const none = { dataDir, databaseUrl: undefined, databaseRuntimeUrl: undefined };
    const runtimeUrl = await ensureRuntimeRole(ownerUrl, none);
    const product = await startProduct({
      DATA_DIR: dataDir,
      DATABASE_URL: ownerUrl,
      DATABASE_RUNTIME_URL: runtimeUrl,
    });
    undo.push(() => product.stop());
    await connected(ownerUrl, (owner) => fillNetwork(owner, users));
    const tokens = {
      admin: await logIn(product.port, 'admin@vialkeep.test'),
      north: await logIn(product.port, 'admin@north.test'),
      viewer: await logIn(product.port, 'viewer@vialkeep.test'),
    };
    return { users, product, tokens, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const LoggedIn = z.object({ token: z.string() });

async function logIn(port: number, email: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Vialkeep-demo-1' }),
  });
  return LoggedIn.parse(await answer.json()).token;
}

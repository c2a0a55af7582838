import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { openEmbedded } from '../server/integrations/database/embedded-database.ts';
import { connected, ensureRuntimeRole } from '../server/kernel/db/roles.ts';
import { type Product, startProduct } from './product.ts';

export type OwnServer = {
  readonly product: Product;
  readonly ownerUrl: string;
  /** The token of one of the demo's people. */
  logIn(email: string): Promise<string>;
  /** Stops the product and starts it on the same data, as after a night: what its first start needed is forgotten. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** As `npm start` sets them: V8 would otherwise take a share of the whole machine's memory before it looks for what is free. */
const MEMORY_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

/** The product with the demo network on a PostgreSQL of its own, which is then filled. */
export async function openOwnServer(name: string, fill: (owner: pg.Client) => Promise<void>): Promise<OwnServer> {
  const dataDir = await mkdtemp(join(tmpdir(), `vialkeep-${name}-`));
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
    const settings = { DATA_DIR: dataDir, DATABASE_URL: ownerUrl, DATABASE_RUNTIME_URL: runtimeUrl };
    let product = await startProduct(settings, MEMORY_FLAGS);
    undo.push(() => product.stop());
    await connected(ownerUrl, fill);
    return {
      get product() {
        return product;
      },
      ownerUrl,
      logIn: (email) => logIn(product.port, email),
      async restart() {
        await product.stop();
        product = await startProduct(settings, MEMORY_FLAGS);
      },
      close,
    };
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

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { z } from 'zod';
import { openEmbedded } from '../server/integrations/database/embedded-database.ts';
import { connected, ensureRuntimeRole } from '../server/kernel/db/roles.ts';
import type { BarePorts, BareWork } from './bare-servers.ts';
import { fillUsers } from './fill-users.ts';
import { type Product, startProduct } from './product.ts';
import { statementsOf } from './statements.ts';

const USERS = 5_000;
export const LIST = '/api/admin/users/';

export type Scene = {
  readonly product: Product;
  readonly bare: BarePorts;
  readonly token: string;
  readonly userId: number;
  close(): Promise<void>;
};

/** One PostgreSQL with the demo network and many more users; the product and the bare servers beside it. */
export async function setScene(nodeFlags: readonly string[]): Promise<Scene> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vialkeep-bench-'));
  const undo = [() => rm(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const database = await openEmbedded({ dataDir });
    undo.push(() => database.stop());
    const { ownerUrl } = database;
    const runtimeUrl = await ensureRuntimeRole(ownerUrl, {
      dataDir,
      databaseUrl: undefined,
      databaseRuntimeUrl: undefined,
    });
    const product = await startProduct(
      { DATA_DIR: dataDir, DATABASE_URL: ownerUrl, DATABASE_RUNTIME_URL: runtimeUrl },
      nodeFlags,
    );
    undo.push(() => product.stop());
    await connected(ownerUrl, (owner) => fillUsers(owner, USERS));
    const { token, userId } = await logIn(product.port);
    const [session, page, ...details] = await statementsOf(runtimeUrl, dataDir, LIST, token);
    if (!session || !page) throw new Error('The list does not send the statements it is known for.');
    const bare = await startBare({ runtimeUrl, session, page, details, userId });
    undo.push(() => bare.stop());
    return { product, bare: bare.ports, token, userId, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const LoggedIn = z.object({ token: z.string(), user: z.object({ id: UserId }) });

async function logIn(port: number): Promise<{ token: string; userId: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@vialkeep.test', password: 'Vialkeep-demo-1' }),
  });
  const { token, user } = LoggedIn.parse(await answer.json());
  return { token, userId: user.id };
}

const Ports = z.object({ pid: z.number(), http: z.number(), fastify: z.number() });

async function startBare(work: BareWork): Promise<{ ports: BarePorts; stop(): Promise<void> }> {
  // What is hashed travels as bytes, which JSON would spoil.
  const child = fork(join(import.meta.dirname, 'bare-servers.ts'), { serialization: 'advanced' });
  child.send(work);
  const told: unknown[] = await once(child, 'message');
  return {
    ports: Ports.parse(told[0]),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

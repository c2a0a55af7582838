import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { onOwnDatabase } from '../harness/own-database.ts';
import { type Product, startDemo } from '../harness/product.ts';
import type { BarePorts, BareWork } from './bare-servers.ts';
import { fillUsers } from './fill-users.ts';
import { logIn } from './log-in.ts';
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

/** Starts one PostgreSQL with the demo network and additional users, and the product and the bare servers on it. */
export async function setScene(nodeFlags: readonly string[]): Promise<Scene> {
  return onOwnDatabase('bench', async ({ dataDir, settings, tables, beforeEnd }) => {
    const product = await startDemo(settings, nodeFlags);
    beforeEnd(() => product.stop());
    await tables((owner) => fillUsers(owner, USERS));
    const { token, userId } = await logIn(product.port, 'admin@vialkeep.test');
    const runtimeUrl = settings.DATABASE_RUNTIME_URL;
    const [session, page, ...details] = await statementsOf(runtimeUrl, dataDir, LIST, token);
    if (!session || !page) throw new Error('The list does not send the statements it is known for.');
    const bare = await startBare({ runtimeUrl, session, page, details, userId });
    beforeEnd(() => bare.stop());
    return { product, bare: bare.ports, token, userId };
  });
}

const Ports = z.object({ pid: z.number(), http: z.number(), fastify: z.number() });

async function startBare(work: BareWork): Promise<{ ports: BarePorts; stop(): Promise<void> }> {
  // Statement values contain bytes (a token hash), which JSON serialization would corrupt.
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raiseOrderNumbers } from '../../harness/order-numbers.ts';
import { onOwnDatabase } from '../../harness/own-database.ts';
import { fillNetwork } from '../../harness/people-network.ts';
import { type Product, startDemo } from '../../harness/product.ts';
import { logInAll, type Worker } from '../../harness/workers.ts';
import { cpuMicrosOfFamily } from '../process-figures.ts';
import { recordTurns, type Turns } from './turns.ts';

/** A version of the product at work on a network of its own. */
export type Version = {
  readonly name: string;
  readonly product: Product;
  readonly workers: readonly Worker[];
  readonly turns: Turns;
  /** The processor time so far of the server and of its PostgreSQL. */
  readonly cpuMicros: () => { readonly server: number; readonly postgres: number };
  [Symbol.asyncDispose](): Promise<void>;
};

export type VersionOptions = {
  readonly name: string;
  /** The folder of another checkout. */
  readonly checkout?: string;
  readonly users: number;
  /** The setting WORKERS; versions that do not know it run in one process. */
  readonly processes: string;
};

export async function startVersion({ name, checkout, users, processes }: VersionOptions): Promise<Version> {
  const { close, ...version } = await onOwnDatabase(
    'version',
    async ({ dataDir, settings: own, tables, beforeEnd }) => {
      const settings = {
        ...own,
        CHECKOUTS_PER_HOUR: '100000',
        TRUST_PROXY: '127.0.0.1',
        WORKERS: processes,
        ADMIT_WAIT_MS: '250',
      };
      // The first start creates the demo network and its sealed documents; that is not part of the measured load.
      await (await startDemo(settings, [], checkout)).stop();
      await tables((owner) => fillNetwork(owner, users));
      await tables(raiseOrderNumbers);
      const turns = recordTurns(join(dataDir, 'turns'));
      const product = await startDemo(settings, turns.flags, checkout);
      beforeEnd(() => product.stop());
      const postgresPid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
      return {
        name,
        product,
        turns,
        workers: await tables((owner) => logInAll(product.port, owner)),
        cpuMicros: () => ({ server: cpuMicrosOfFamily(product.pid), postgres: cpuMicrosOfFamily(postgresPid) }),
      };
    },
  );
  return { ...version, [Symbol.asyncDispose]: close };
}

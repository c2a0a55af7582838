import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { fakeDns } from '../../server/testing/fakes/dns/fake-dns.ts';
import { type OwnDatabase, onOwnDatabase } from '../harness/own-database.ts';
import { logOf, startDemo } from '../harness/product.ts';

/** The product as it is delivered, on a database of its own with the demo network. */
export type Target = {
  readonly url: string;
  /** The settings of the product, for commands that run beside it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs a task on the database as the owner of the tables. */
  readonly tables: <T>(task: (owner: pg.Client) => Promise<T>) => Promise<T>;
  readonly megabytes: () => Promise<number>;
  readonly log: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Other tests check the rate limits; here one address sends a hundred thousand requests. */
const unlimited = {
  LOGIN_FAILURES_PER_DAY: '1000000',
  RESET_LETTERS_PER_HOUR: '10000',
  LOGIN_FAILURES: '10000',
  RESETS_PER_HOUR: '10000',
  SIGN_UPS_PER_HOUR: '100000',
  CHECKOUTS_PER_HOUR: '100000',
  LOOKUPS_PER_MINUTE: '100000',
  SIGNING_CALLS: '1000000',
};

export async function startTarget(): Promise<Target> {
  const build = async ({ settings: own, tables, beforeEnd }: OwnDatabase) => {
    const names = await fakeDns();
    beforeEnd(() => names.close());
    // The fake DNS server resolves no name.
    const settings = { ...unlimited, ...own, LOG_LEVEL: 'warn', DNS_SERVERS: names.server };
    const product = await startDemo(settings);
    beforeEnd(() => product.stop());
    return {
      url: `http://127.0.0.1:${product.port}`,
      settings,
      tables,
      megabytes: async () => {
        const status = await readFile(`/proc/${product.pid}/status`, 'utf8').catch(() => '');
        return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      },
      log: () => readFile(logOf(settings), 'utf8'),
    };
  };
  return onOwnDatabase('attack', build, { holdsDemo: true });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { verifyCommissions } from '../../../server/capabilities/commissions/index.ts';
import { verifyJournal } from '../../../server/capabilities/journal/index.ts';
import { verifyPayouts } from '../../../server/capabilities/payouts/index.ts';
import { openStore } from '../../../server/kernel/db/db.ts';
import { openDataKey } from '../../../server/kernel/secrets/data-key.ts';
import { Connection, requestText } from '../../harness/connection.ts';
import { onOwnDatabase } from '../../harness/own-database.ts';
import { type Product, type Settings, startDemo } from '../../harness/product.ts';
import { logIn } from '../log-in.ts';
import { fillMoney } from './fill-money.ts';

/** A person of the bench or of the demo network who calls. */
export type Caller = 'super' | 'admin' | 'rep' | 'distributor';

const EMAILS: Readonly<Record<Caller, string>> = {
  super: 'super@vialkeep.test',
  admin: 'admin@vialkeep.test',
  rep: 'bench3-1@bench.test',
  distributor: 'bench8-1@bench.test',
};

export type Answer = { readonly ms: number; readonly body: unknown };

export type MoneyScene = {
  readonly sales: number;
  readonly settings: Settings;
  /** The number of journal entries. */
  readonly entries: number;
  readonly siteId: number;
  readonly ask: (caller: Caller, method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts the product with this many sales and their lines, and waits until the opening of the journal is sealed. */
export async function openMoney(sales: number): Promise<MoneyScene> {
  const began = performance.now();
  const scene = await onOwnDatabase('money', async ({ settings, tables, beforeEnd }) => {
    await (await startDemo(settings)).stop();
    await tables((owner) => fillMoney(owner, sales));
    console.log(`${sales} sales are filled after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const product = await startDemo(settings);
    beforeEnd(() => product.stop());
    await tables(waitForSeal);
    const [figures] = await tables(async (owner) => {
      const { rows } = await owner.query<{ entries: number; siteId: number }>(
        `select (select count(*) from journal_entries)::int as entries, id as "siteId" from domains where is_main`,
      );
      return rows;
    });
    if (!figures) throw new Error('The network has no main site.');
    const ask = await connectCallers(product, beforeEnd);
    return { sales, settings: { ...product.settings, DATA_DIR: product.dataDir }, ...figures, ask };
  });
  return { ...scene, [Symbol.asyncDispose]: scene.close };
}

async function connectCallers(
  product: Product,
  beforeEnd: (step: () => Promise<unknown>) => void,
): Promise<MoneyScene['ask']> {
  let connection = new Connection(product.port);
  beforeEnd(async () => connection.close());
  const tokens = new Map<Caller, string>();
  // @NOTE every key is a caller.
  for (const caller of Object.keys(EMAILS) as Caller[]) {
    tokens.set(caller, (await logIn(product.port, EMAILS[caller])).token);
  }
  return async (caller, method, path, body) => {
    // The server closes a connection that was idle while the other network was filled.
    if (!connection.isOpen) connection = new Connection(product.port);
    const answered = await connection.ask(requestText(method, path, tokens.get(caller), body));
    if (answered.status !== 200) throw new Error(`${path} answered ${answered.status} ${answered.body()}`);
    return { ms: answered.ms, body: JSON.parse(answered.body()) };
  };
}

/** The job of the opening runs each minute. */
export async function waitForSeal(owner: pg.Client): Promise<void> {
  const isSealed = async () => {
    const { rowCount } = await owner.query(
      `select from audit_log where action = 'journal.open' and domain_id = (select id from domains where is_main)`,
    );
    return rowCount !== 0;
  };
  while (!(await isSealed())) await sleep(1_000);
}

/** Prints what `npm run verify` says about journal, lines and runs; returns whether they are right. */
export async function verifyScene({ sales, settings }: MoneyScene): Promise<boolean> {
  const dataKey = await openDataKey({ dataDir: '', dataKey: '0'.repeat(64) });
  const url = settings.DATABASE_RUNTIME_URL ?? '';
  const store = openStore({ url, size: 1, pipelined: 1, onError: () => {}, dataKey });
  try {
    const db = store.readSlowly('platform');
    const faults = [...(await verifyJournal(db)), ...(await verifyCommissions(db)), ...(await verifyPayouts(db))];
    for (const { about, fault } of faults.slice(0, 20)) console.log(`${about}: ${fault}`);
    console.log(`Journal, lines and runs of ${sales} sales have ${faults.length} faults.`);
    return faults.length === 0;
  } finally {
    await store.close();
  }
}

const VERIFY_MS = 600_000;

/** Prints how long `npm run verify` takes; it is ended after ten minutes. */
export async function timeVerify({ sales, settings }: MoneyScene): Promise<void> {
  const began = performance.now();
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../../server/cli/verify.ts')], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: VERIFY_MS,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const end = child.exitCode === null ? 'was ended' : `ended with ${child.exitCode}`;
  console.log(
    `npm run verify with ${sales} sales ${end} after ${seconds} s\n${output.split('\n').slice(-8).join('\n')}`,
  );
}

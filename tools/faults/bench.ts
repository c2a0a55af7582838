import { setTimeout as sleep } from 'node:timers/promises';
import { addLot } from '@vialkeep/contract/kits.ts';
import { changeLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { createPlace } from '@vialkeep/contract/places.ts';
import { z } from 'zod';
import { type KillableProduct, startKillableProduct } from '../harness/killable-product.ts';
import { raiseOrderNumbers } from '../harness/order-numbers.ts';
import { report } from '../harness/report.ts';
import { runVerify } from '../harness/run-verify.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { newSeen, PatientCaller, type Seen } from './bench/patient-caller.ts';
import { type Network, runThread, type ThreadDone } from './bench/sample-thread.ts';
import { compareChains, countCharged, countScans, readThreadBooks } from './bench/thread-books.ts';

/**
 * A lab and a clinic take samples from the kit to the delivered parcel, and repeat each call until it is answered, while
 * the server is killed at random moments. Afterwards every acknowledged scan must be there once, and every charge must
 * have its vials. `--short` is the quick run; `--kills N` sets how often the server is killed; `--seed N` repeats a run.
 */
const isShort = process.argv.includes('--short');
const numberAfter = (flag: string) =>
  process.argv.includes(flag) ? Number(process.argv[process.argv.indexOf(flag) + 1]) : 0;
const seed = numberAfter('--seed') || Date.now() % 1_000_000;
const KILLS = numberAfter('--kills') || (isShort ? 8 : 500);
const AT_ONCE = 6;
/** The server is killed again after so many answers at most, so that a slow machine is not killed while it is idle. */
const MOST_ANSWERS = 30;
const LONGEST_RUN_MS = 10_000;

console.log(`${KILLS} kills, seed ${seed}`);
const dice = new SeededRandom(seed);
const product = await startKillableProduct({
  PAYMENTS_PATIENCE_SECONDS: '1',
  CHECKOUTS_PER_HOUR: '100000',
  LOG_LEVEL: 'fatal',
});
try {
  await product.tables(raiseOrderNumbers);
  const seen = newSeen();
  const network = await openNetwork(product, seen);
  const threads: ThreadDone[] = [];
  let invoices = 1_000_000;
  const nextInvoice = () => (invoices += 1);
  let isOver = false;
  const works = Array.from({ length: AT_ONCE }, async (_, place) => {
    const own = new SeededRandom(seed + place + 1);
    for (let number = 1; !isOver; number += 1) {
      threads.push(await runThread(network, own, { name: `thread-${place}-${number}`, nextInvoice }));
    }
  });
  const work = Promise.all(works);
  // A thread that fails ends the run, and no server is started after it.
  work.catch(() => (isOver = true));
  for (let kill = 1; kill <= KILLS && !isOver; kill += 1) {
    await waitForAnswers(seen, dice.between(1, MOST_ANSWERS));
    await sleep(dice.between(0, 50));
    seen.isServing = false;
    await product.killAndRestart();
    seen.isServing = true;
    if (kill % 25 === 0) console.log(`${kill} kills, ${threads.length} threads`);
  }
  isOver = true;
  await work;
  await waitForOutcomes(product);
  await judgeThreads(product, seen, threads);
} finally {
  await product.close();
}

/** Switches the bench of lab@ on: it has no operators, so that it signs by its password. */
async function openNetwork({ url, tables }: KillableProduct, seen: Seen): Promise<Network> {
  const { rows } = await tables((owner) =>
    owner.query<{ id: number }>('select id from users where email = any($1::text[]) order by email desc', [
      ['lab@vialkeep.test', 'hc@vialkeep.test'],
    ]),
  );
  const [lab = 0, clinic = 0] = rows.map(({ id }) => id);
  const callerOf = (email: string) => new PatientCaller(email, url, new SeededRandom(seed), seen);
  const callers = {
    admin: callerOf('admin@vialkeep.test'),
    lab: callerOf('lab@vialkeep.test'),
    clinic: callerOf('hc@vialkeep.test'),
  };
  const settings = { bench_on: true, release_policy: 'on_record', reserve_on_order: true, short_orders: 'refuse' };
  const answer = z.object({ id: z.number() });
  const body = { lab_id: lab, version: 0, ...settings };
  await callers.admin.do(changeLabSettings, { body }, { answer: z.unknown() });
  const facility = await callers.lab.do(
    createPlace,
    { body: { kind: 'facility', name: 'Building of the run' } },
    { answer },
  );
  const reagent = await callers.lab.do(
    addLot,
    { body: { kind: 'reagent', name: 'Culture medium', lot: 'CM-RUN' } },
    { answer },
  );
  return { product, ...callers, ids: { lab, clinic, facility: facility?.id ?? 0, reagent: reagent?.id ?? 0 } };
}

async function waitForAnswers(seen: Seen, count: number): Promise<void> {
  const enough = seen.calls + count;
  for (const end = Date.now() + LONGEST_RUN_MS; seen.calls < enough && Date.now() < end; ) await sleep(5);
}

/** Waits until every purchase has an outcome; the reconcile job needs a minute. */
async function waitForOutcomes({ tables }: KillableProduct): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await tables(readThreadBooks)).open === 0) return;
    await sleep(1_000);
  }
}

async function judgeThreads(
  { tables, settings }: KillableProduct,
  seen: Seen,
  threads: readonly ThreadDone[],
): Promise<void> {
  const books = await tables(readThreadBooks);
  const scans = await tables((owner) => countScans(owner, seen.acknowledged));
  const chains = await tables((owner) => compareChains(owner, threads));
  const attempts = threads.flatMap(({ orders }) => orders);
  const bought = attempts.filter(({ told }) => told === 'bought').length;
  const short = attempts.filter(({ told }) => told === 'short').length;
  const refused = attempts.filter(({ told }) => told !== 'bought').map(({ invoice }) => invoice);
  const refusedButCharged = await tables((owner) => countCharged(owner, refused));
  const isVerified = await runVerify({ settings });
  for (const fault of [...chains.missing, ...chains.twice].slice(0, 20)) console.log(`  ${fault}`);
  report(
    {
      kills: KILLS,
      'threads run to their end': threads.length,
      calls: seen.calls,
      'calls cut off by a kill': seen.cutOff,
      'acknowledged scans': seen.acknowledged.length,
      'found once': scans.once,
      'found twice': scans.twice,
      'stored, their answer lost': scans.beforeAnswer,
      'scans repeated': seen.repeated,
      'steps in the chains': chains.events,
      'steps missing': chains.missing.length,
      'steps there twice': chains.twice.length,
      'orders asked for': attempts.length,
      'told as bought': bought,
      'refused as short': short,
      'declined or given up': attempts.length - bought - short,
      orders: books.orders,
      'orders delivered': books.ordersSent,
      'charges at the gateway': books.charges,
      transactions: books.transactions,
      receipts: books.receipts,
      'still open': books.open,
    },
    {
      'every acknowledged scan is there once': scans.once === seen.acknowledged.length && scans.twice === 0,
      'a repeated scan gets the first answer': seen.differing === 0,
      'every step is in the chain once': chains.missing.length === 0 && chains.twice.length === 0,
      'no reservation without an order': books.strayReservations === 0,
      'every charge has its vials': books.chargedWithoutVials === 0 && books.charges === books.ordersSent,
      'a refused order is not charged': refusedButCharged === 0,
      'what the clinic was told is what happened':
        bought > 0 && bought === books.charges && bought === books.transactions && bought === books.receipts,
      'no call failed in the server': seen.serverErrors === 0,
      'nothing is left open': books.open === 0,
      'audit chains, ledgers, documents and money verify': isVerified,
    },
  );
}

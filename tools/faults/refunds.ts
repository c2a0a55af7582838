import { setTimeout as sleep } from 'node:timers/promises';
import { type KillableProduct, startKillableProduct } from '../harness/killable-product.ts';
import { raiseOrderNumbers } from '../harness/order-numbers.ts';
import { report } from '../harness/report.ts';
import { runVerify } from '../harness/run-verify.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { Buyer } from './purchases/buyers.ts';
import { type RefundBooks, readRefundBooks } from './refunds/refund-books.ts';
import { Refunders, type Told, type Wish } from './refunds/refunders.ts';

/**
 * Clinics buy, and administrators give back all, halves, thirds and parts, some before the charge has settled, with cards
 * that lose or refuse refunds, while the server is killed repeatedly. Afterwards the gateway, the refunds, the journal
 * and the receipts must agree. `--short` is the run for every change; `--seed N` repeats a run.
 */
const isShort = process.argv.includes('--short');
const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]) || Date.now() % 1_000_000;
const CHARGES = isShort ? 24 : 2_000;
const KILLS = isShort ? 1 : 12;
const AT_ONCE = 8;
const SETTLES_SECONDS = isShort ? 2 : 4;
const buyers = ['hc@vialkeep.test', 'hc2@vialkeep.test', 'hc3@vialkeep.test'];
const purse = {
  cards: [
    ['4111111111111111', 60],
    ['5424000000000015', 12],
    // The refund is made and its answer is lost.
    ['4000000000000705', 20],
    // The refund is refused.
    ['4000000000000713', 5],
    // The answer to the charge is lost.
    ['4000000000000341', 3],
  ],
  coupon: { code: 'WELCOME100', discount: 100 },
} as const;

/** A wish that waits until its charge has settled. */
type Later = { readonly wish: Wish; readonly from: number; readonly key?: string };
type Kind = 'void' | 'whole' | 'halves' | 'thirds' | 'part before it settles';
const kinds: readonly (readonly [Kind, number])[] = [
  ['void', 30],
  ['whole', 20],
  ['halves', 20],
  ['thirds', 15],
  ['part before it settles', 15],
];

console.log(`${CHARGES} charges, ${KILLS} kills, seed ${seed}`);
const dice = new SeededRandom(seed);
const product = await startKillableProduct({
  PAYMENTS_PATIENCE_SECONDS: '1',
  SANDBOX_SETTLES_SECONDS: String(SETTLES_SECONDS),
  CHECKOUTS_PER_HOUR: '100000',
  LOG_LEVEL: 'fatal',
});
try {
  await product.tables(raiseOrderNumbers);
  const told: Told[] = [];
  const asked = new Map<Kind, number>();
  const later: Later[] = [];
  let next = 0;
  let handled = 0;
  const works = Array.from({ length: AT_ONCE }, async (_, place) => {
    const own = new SeededRandom(seed + place + 1);
    const buyer = new Buyer(buyers[place % buyers.length] ?? '', product.url, own, purse);
    const refunders = new Refunders(product.url, own);
    const giveBackLater = async (due: Later) => {
      await sleep(Math.max(0, due.from - Date.now()));
      told.push(...(await refunders.giveBack(due.wish, due.key)));
      handled += 1;
    };
    while (next < CHARGES) {
      next += 1;
      const invoice = 1_000_000 + next;
      const { told: bought } = await buyer.buy(invoice);
      const sale = bought === 'bought' ? await findSale(product, invoice) : null;
      if (sale) await giveBackSome(sale, refunders, own);
      else handled += 1;
      const due = later[0] && later[0].from <= Date.now() ? later.shift() : undefined;
      if (due) await giveBackLater(due);
    }
    for (let due = later.shift(); due; due = later.shift()) await giveBackLater(due);
  });
  const work = Promise.all(works);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (handled < (CHARGES * kill) / (KILLS + 1)) await sleep(20);
    await sleep(dice.between(0, 200));
    await product.killAndRestart();
  }
  await work;
  const { open } = await product.tables(readRefundBooks);
  await waitForOutcomes(product);
  judgeRefunds(told, asked, open, await product.tables(readRefundBooks), await runVerify(product));

  async function giveBackSome(sale: Sale, refunders: Refunders, own: SeededRandom): Promise<void> {
    const kind = own.weighted(kinds);
    asked.set(kind, (asked.get(kind) ?? 0) + 1);
    const wish = { transactionId: sale.id, parts: splitCharge(kind, sale.charged_cents) };
    if (kind === 'void') {
      told.push(...(await refunders.giveBack(wish)));
      handled += 1;
      return;
    }
    const isEarly = kind === 'part before it settles';
    const key = isEarly ? await refunders.askOnce(sale.id, wish.parts[0] ?? 0) : undefined;
    // The job carries out what administrators do not ask about again; it needs a minute, which a short run does not have.
    if (isEarly && !isShort && own.chance(0.3)) {
      told.push('left');
      handled += 1;
      return;
    }
    later.push({ wish, from: Date.now() + SETTLES_SECONDS * 1_000, ...(key && { key }) });
  }
} finally {
  await product.close();
}

function splitCharge(kind: Kind, cents: number): readonly number[] {
  const third = Math.floor(cents / 3);
  const half = Math.floor(cents / 2);
  if (kind === 'halves') return [half, cents - half];
  if (kind === 'thirds') return [third, third, cents - 2 * third];
  return kind === 'part before it settles' ? [third] : [cents];
}

type Sale = { id: number; charged_cents: number };

async function findSale({ tables }: KillableProduct, invoice: number): Promise<Sale | null> {
  const { rows } = await tables((owner) =>
    owner.query<Sale>('select id, charged_cents from transactions where invoice_id = $1 and charged_cents > 0', [
      invoice,
    ]),
  );
  return rows[0] ?? null;
}

/** Waits until every refund has an outcome; what administrators did not wait for, the job carries out. */
async function waitForOutcomes({ tables }: KillableProduct): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await tables(readRefundBooks)).open === 0) return;
    await sleep(1_000);
  }
}

function judgeRefunds(
  told: readonly Told[],
  asked: ReadonlyMap<Kind, number>,
  openAtFirst: number,
  books: RefundBooks,
  isVerified: boolean,
): void {
  const count = (one: Told) => told.filter((answer) => answer === one).length;
  const counted = {
    charges: books.charges,
    'charges with a void': asked.get('void') ?? 0,
    'refunded as a whole': asked.get('whole') ?? 0,
    'refunded in halves': asked.get('halves') ?? 0,
    'refunded in thirds': asked.get('thirds') ?? 0,
    'parts before settlement': asked.get('part before it settles') ?? 0,
    'told as done': count('done'),
    'told as failed': count('failed'),
    'told as refused': count('refused'),
    'left alone': count('left'),
    'voids at the gateway': books.voids,
    'refunds at the gateway': books.refundsAtGateway,
    'refunds that are done': books.done,
    'refunds that failed': books.failed,
    'approved by a second': books.approved,
    receipts: books.receipts,
    'cents charged': books.chargedCents,
    'cents given back there': books.givenBackCents,
    'cents of refunds': books.doneCents,
    'cents of transactions': books.countedCents,
    'cents in the journal': books.journalCents,
    'finished without help': openAtFirst - books.open,
    'still open': books.open,
  };
  const promises = {
    'given back is what is done, for each charge': books.unmatched === 0 && books.givenBackCents === books.doneCents,
    'every refund is one at the gateway': books.done === books.voids + books.refundsAtGateway,
    'the transactions and the journal agree':
      books.countedCents === books.doneCents && books.journalCents === books.doneCents,
    'every refund has one receipt': books.receipts === books.done,
    'never above the charge': books.aboveCharge === 0,
    'what was told as done is done': count('done') <= books.done && books.done <= count('done') + count('left'),
    'nothing is left open': books.open === 0,
    'audit chains, ledgers, documents and money verify': isVerified,
  };
  report(counted, promises);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { type KillableProduct, startKillableProduct } from '../harness/killable-product.ts';
import { raiseOrderNumbers } from '../harness/order-numbers.ts';
import { report } from '../harness/report.ts';
import { runVerify } from '../harness/run-verify.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { type Attempt, allCards, Buyer, quickCards } from './purchases/buyers.ts';
import { type Books, readPaymentTotals } from './purchases/payment-totals.ts';

/**
 * Clinics buy with good, declined, slow and lost cards and double-click while the server is killed repeatedly.
 * Afterwards the gateway, the transactions and the receipts must agree. `--short` is the run for every change; `--seed
 * N` repeats a run.
 */
const isShort = process.argv.includes('--short');
const seed = Number(process.argv[process.argv.indexOf('--seed') + 1]) || Date.now() % 1_000_000;
const PURCHASES = isShort ? 120 : 2_000;
const KILLS = isShort ? 2 : 10;
const AT_ONCE = 8;
const COUPON = { code: 'FAULTRUN', discount: 20, uses: isShort ? 5 : 40 };
const purse = { cards: isShort ? quickCards : allCards, coupon: COUPON };
const buyers = ['hc@vialkeep.test', 'hc2@vialkeep.test', 'hc3@vialkeep.test'];

console.log(`${PURCHASES} purchases, ${KILLS} kills, seed ${seed}`);
const dice = new SeededRandom(seed);
const product = await startKillableProduct({
  PAYMENTS_PATIENCE_SECONDS: '1',
  SANDBOX_SLOW_SECONDS: '2',
  CHECKOUTS_PER_HOUR: '100000',
  LOG_LEVEL: 'fatal',
});
try {
  await product.tables(raiseOrderNumbers);
  await addCoupon(product);
  const attempts: Attempt[] = [];
  let next = 0;
  const works = Array.from({ length: AT_ONCE }, async (_, place) => {
    const buyer = new Buyer(
      buyers[place % buyers.length] ?? '',
      product.url,
      new SeededRandom(seed + place + 1),
      purse,
    );
    while (next < PURCHASES) {
      next += 1;
      attempts.push(await buyer.buy(1_000_000 + next));
    }
  });
  const work = Promise.all(works);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (attempts.length < (PURCHASES * kill) / (KILLS + 1)) await sleep(20);
    await sleep(dice.between(0, 200));
    await product.killAndRestart();
  }
  await work;
  const { open } = await product.tables(readPaymentTotals);
  await waitForOutcomes(product);
  judgeCheckouts(attempts, open, await product.tables(readPaymentTotals), await runVerify(product));
} finally {
  await product.close();
}

async function addCoupon({ tables }: KillableProduct): Promise<void> {
  await tables((owner) =>
    owner.query('insert into coupons (name, code, discount_cents, max_use_number) values ($1, $1, $2, $3)', [
      COUPON.code,
      COUPON.discount * 100,
      COUPON.uses,
    ]),
  );
}

/** Waits until every purchase has an outcome; the reconcile job needs a minute. */
async function waitForOutcomes({ tables }: KillableProduct): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await tables((owner) =>
      owner.query(`select 1 from checkouts where state in ('begun', 'held') limit 1`),
    );
    if (rows.length === 0) return;
    await sleep(1_000);
  }
}

function judgeCheckouts(attempts: readonly Attempt[], openAtFirst: number, books: Books, isVerified: boolean): void {
  const bought = attempts.filter(({ told }) => told === 'bought').length;
  const counted = {
    'purchases asked for': attempts.length,
    'told as bought': bought,
    'told as not bought': attempts.length - bought,
    'charges at the gateway': books.charges,
    transactions: books.transactions,
    receipts: books.receipts,
    'cents at the gateway': books.chargedCents,
    'cents in transactions': books.transactionCents,
    'uses of the coupon': `${books.couponUses} of ${COUPON.uses}, counted ${books.couponCount}`,
    'finished without help': openAtFirst - books.open,
    'finished after the clock was moved': 'none, this run does not move it',
    'still open': books.open,
  };
  const promises = {
    'every charge is one transaction': books.charges === books.transactions && books.unmatched === 0,
    'every transaction has one receipt': books.receipts === books.transactions,
    'the sums agree to the cent': books.chargedCents === books.transactionCents,
    'what buyers were told is what happened': bought === books.transactions,
    'no coupon above its limit': books.couponUses <= COUPON.uses && books.couponUses === books.couponCount,
    'nothing is left open': books.open === 0,
    'audit chains, ledgers, documents and money verify': isVerified,
  };
  report(counted, promises);
}

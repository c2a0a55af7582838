import { CardNumber, securityCode } from '@vialkeep/contract/card-number.ts';
import { checkOut } from '@vialkeep/contract/checkout.ts';
import { sandboxPayments } from '../../server/integrations/payments/sandbox/sandbox-payments.ts';
import { openStore } from '../../server/kernel/db/db.ts';
import { openDataKey } from '../../server/kernel/secrets/data-key.ts';
import { CardDetails } from '../../server/ports/card-details.ts';
import { ApiClient } from '../harness/api-client.ts';
import { startKillableProduct } from '../harness/killable-product.ts';
import { raiseOrderNumbers } from '../harness/order-numbers.ts';
import { benchCard, benchOrder } from './bench-order.ts';

/**
 * Measures checkouts through the sandbox gateway: how many per second, and how much of the time the product takes and
 * not the gateway. Both are measured in one run on one database, so that only their ratio depends on the product.
 */
const ROUNDS = 200;
const AT_ONCE = 8;

const product = await startKillableProduct({ CHECKOUTS_PER_HOUR: '100000', LOG_LEVEL: 'fatal' });
const dataKey = await openDataKey({ dataDir: '', dataKey: '0'.repeat(64) });
const gateway = sandboxPayments(
  openStore({ url: product.runtimeUrl, size: 4, pipelined: 1, onError: () => {}, dataKey }),
  {
    slowMs: 0,
    patienceMs: 10_000,
  },
);
try {
  await product.tables(raiseOrderNumbers);
  const portal = new ApiClient('hc@vialkeep.test', product.url);
  let invoice = 2_000_000;
  const buy = async () => {
    invoice += 1;
    if ((await portal.send(checkOut, { ...benchOrder, invoice_id: invoice })) !== 200)
      throw new Error('A purchase failed.');
  };
  const chargeAlone = async (n: number) => {
    const card = new CardDetails({
      number: CardNumber.parse(benchCard.number),
      code: securityCode('CVC').parse(benchCard.code),
      expires: benchCard.expires,
      holder: benchCard.holder,
    });
    await gateway.charge({
      reference: `BENCH${n}`,
      amountCents: 32_000,
      card,
      invoiceNumber: String(n),
      description: 'Bench',
      customer: { id: '1', email: 'bench@vialkeep.test' },
      billTo: null,
    });
  };
  for (let n = 0; n < 20; n += 1) await buy();
  const whole = await median(ROUNDS, buy);
  const theirs = await median(ROUNDS, chargeAlone);
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = 0; n < ROUNDS / AT_ONCE; n += 1) await buy();
    }),
  );
  const perSecond = ROUNDS / ((performance.now() - began) / 1_000);
  console.log(
    `One checkout, one after the other: ${whole.toFixed(1)} ms, of which the gateway ${theirs.toFixed(1)} ms`,
  );
  console.log(`Share of the time that is ours: ${(((whole - theirs) / whole) * 100).toFixed(0)} %`);
  console.log(`${AT_ONCE} buyers at once: ${perSecond.toFixed(0)} checkouts a second`);
} finally {
  await gateway.close();
  await product.close();
}

async function median(rounds: number, task: (n: number) => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const began = performance.now();
    await task(n);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

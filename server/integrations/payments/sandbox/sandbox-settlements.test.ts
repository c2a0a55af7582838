import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SettlementsPage } from '../../../ports/settlements.ts';
import { readSettlements } from '../../../testing/fakes/payments/read-settlements.ts';
import { askRefund, buyKit, settleCharge } from '../../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';

const DAY_MS = 86_400_000;

let world: World;
let hc: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  hc = await world.as('hc');
  admin = await world.as('admin');
});
afterAll(() => world.close());

const read = (days = 4): Promise<SettlementsPage[]> =>
  readSettlements(world.app.services.payments, new Date(Date.now() - days * DAY_MS), new Date(Date.now() + DAY_MS));

async function recordOf(transactionId: number) {
  const [sold] = await world.sql<{ gateway_id: string }>('select gateway_id from transactions where id = $1', [
    transactionId,
  ]);
  for (const { batch, transactions } of await read()) {
    const one = transactions.find(({ gatewayId }) => gatewayId === sold?.gateway_id);
    if (one) return { ...one, batch };
  }
  return null;
}

test('a charge is unsettled until the hour of its settlement is over, and is then in the batch of that hour', async () => {
  const id = await buyKit(world, hc);
  expect(await recordOf(id)).toMatchObject({ kind: 'charge', state: 'unsettled', cents: 32_000, batch: null });
  await settleCharge(world, id, '1 day');
  const settled = await recordOf(id);
  expect(settled).toMatchObject({ state: 'settled', cents: 32_000, batch: { id: expect.stringMatching(/^S\d{10}$/) } });
  await settleCharge(world, id, '10 days');
  expect(await recordOf(id)).toBeNull();
});

test('a void and a refund are listed with the reference of the product', async () => {
  const voided = await buyKit(world, hc);
  await askRefund(world, admin, voided);
  expect(await recordOf(voided)).toMatchObject({ state: 'voided', batch: null });
  const refunded = await buyKit(world, hc);
  await settleCharge(world, refunded);
  const { id } = await askRefund(world, admin, refunded, { amount: 20 });
  const [row] = await world.sql<{ reference: string }>('select reference from refunds where id = $1', [id]);
  const unsettled = (await read()).find(({ batch }) => batch === null)?.transactions ?? [];
  expect(unsettled.find(({ reference }) => reference === row?.reference)).toMatchObject({
    kind: 'refund',
    state: 'unsettled',
    cents: 2_000,
  });
});

test('the test card 4000 0000 0000 0739 is charged back once it has settled, and cannot be refunded then', async () => {
  const id = await buyKit(world, hc, { card: '4000000000000739' });
  expect(await recordOf(id)).toMatchObject({ state: 'unsettled' });
  await settleCharge(world, id);
  expect(await recordOf(id)).toMatchObject({ state: 'charged_back', cents: 32_000 });
  const { payments } = world.app.services;
  const gatewayId = (await recordOf(id))?.gatewayId ?? '';
  expect(await payments.settlementOf(gatewayId)).toEqual({ state: 'closed', status: 'chargeback' });
  const refund = { reference: 'chargeback-1', transactionId: gatewayId, amountCents: 100, last4: '0739' };
  expect(await payments.refund(refund)).toMatchObject({ state: 'refused', reason: 'not_creditable' });
});

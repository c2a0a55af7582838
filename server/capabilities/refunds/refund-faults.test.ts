import { approveRefund, readRefund, readRefundOptions, requestRefund } from '@vialkeep/contract/refunds.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import {
  askRefund,
  buyKit,
  buySettledKit,
  refundOf,
  refundTotals,
  settleCharge,
} from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { settleRefundsJob } from './refunds.jobs.ts';
import { verifyRefunds } from './verify-refunds.ts';

const LOSES_REFUND = '4000000000000705';
const REFUSES_REFUND = '4000000000000713';

let world: World;
let hc: Caller;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000', PAYMENTS_PATIENCE_SECONDS: '1' });
  hc = await world.as('hc');
  admin = await world.as('admin');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const gateway = () => world.app.services.payments;
const read = ({ id }: { id: number }) => world.call(admin, readRefund, { params: { id } });

/** Runs the job after some time has passed since each refund was begun. */
async function sweepLater(): Promise<void> {
  await world.sql(`update refunds set begun_at = begun_at - interval '1 minute' where settled_at is null`);
  await world.sql(`update refunds set requested_at = requested_at - interval '1 minute' where settled_at is null`);
  await settleRefundsJob.run({}, world.app.services, actorlessContext('test'));
}

describe('A gateway with faults', () => {
  test('while the gateway is down a refund waits, says so, and is done once the gateway is back', async () => {
    const id = await buySettledKit(world, hc);
    const down = vi.spyOn(gateway(), 'settlementOf').mockRejectedValue(new PaymentUnavailable('down'));
    const asked = await askRefund(world, admin, id, { amount: 20 });
    expect(asked).toMatchObject({
      state: 'waiting',
      words: 'The card payment provider could not be reached. It is asked again every minute.',
    });
    expect((await world.call(admin, readRefundOptions, { params: { id } })).may).toEqual([]);
    down.mockRestore();
    await sweepLater();
    expect(await read(asked)).toMatchObject({ state: 'done', way: 'refund' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 2_000, done: 2_000, receipts: 1 });
  });

  test('a refund that the gateway did not receive is sent later under another reference', async () => {
    const id = await buySettledKit(world, hc);
    const sent = vi.spyOn(gateway(), 'refund').mockRejectedValue(new PaymentUnavailable('down'));
    const asked = await askRefund(world, admin, id, { amount: 20 });
    expect(asked.state).toBe('waiting');
    const references = sent.mock.calls.map(([{ reference }]) => reference);
    expect(new Set(references).size).toBe(references.length);
    sent.mockRestore();
    await sweepLater();
    expect(await read(asked)).toMatchObject({ state: 'done' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 2_000, done: 2_000, receipts: 1 });
  });

  test('a refund whose answer is lost is looked up and not sent again', async () => {
    const id = await buySettledKit(world, hc, { card: LOSES_REFUND });
    const sent = vi.spyOn(gateway(), 'refund');
    expect(await askRefund(world, admin, id, { amount: 20 })).toMatchObject({ state: 'done', way: 'refund' });
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 2_000, done: 2_000, receipts: 1 });
  });

  test('while the outcome is unknown the refund says so, and the job finds it', async () => {
    const id = await buySettledKit(world, hc, { card: LOSES_REFUND });
    const sent = vi.spyOn(gateway(), 'refund');
    const sought = vi.spyOn(gateway(), 'findRefund').mockRejectedValue(new PaymentUnknown('slow'));
    const input = refundOf(id, { amount: 20 });
    const asked = await world.call(admin, requestRefund, input);
    expect(asked).toMatchObject({
      state: 'begun',
      words: 'We do not know yet whether the refund went through. It is being looked up.',
      may: [],
    });
    sought.mockRestore();
    expect(await world.refusalOf(admin, requestRefund, refundOf(id))).toMatchObject({ reason: 'refund_under_way' });
    await Promise.all([sweepLater(), world.call(admin, requestRefund, input)]);
    expect(await read(asked)).toMatchObject({ state: 'done' });
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 2_000, done: 2_000, receipts: 1 });
  });

  test('a refund of which the gateway knows nothing, long after it was begun, has failed and is not sent again', async () => {
    const id = await buySettledKit(world, hc);
    const sent = vi.spyOn(gateway(), 'refund').mockRejectedValue(new PaymentUnknown('killed'));
    const sought = vi.spyOn(gateway(), 'findRefund').mockResolvedValue('not-yet');
    const asked = await askRefund(world, admin, id, { amount: 20 });
    expect(asked.state).toBe('begun');
    sought.mockRestore();
    await sweepLater();
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await read(asked)).toMatchObject({
      state: 'failed',
      words: 'The refund did not reach the card payment provider. Nothing was given back.',
    });
    sent.mockRestore();
    expect(await askRefund(world, admin, id, { amount: 20 })).toMatchObject({ state: 'done' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 2_000, done: 2_000, receipts: 1 });
  });

  test('reason 54 while the charge is unsettled waits', async () => {
    const id = await buySettledKit(world, hc);
    const state = vi.spyOn(gateway(), 'settlementOf').mockResolvedValue({ state: 'unsettled' });
    state.mockResolvedValueOnce({ state: 'settled', settledAt: new Date() });
    state.mockResolvedValueOnce({ state: 'settled', settledAt: new Date() });
    const sent = vi.spyOn(gateway(), 'refund').mockResolvedValueOnce({
      state: 'refused',
      reason: 'not_creditable',
      message: 'This charge cannot be refunded.',
    });
    const asked = await askRefund(world, admin, id, { amount: 20 });
    expect(asked).toMatchObject({ state: 'waiting', words: expect.stringContaining('once the charge has settled') });
    expect(sent).toHaveBeenCalledTimes(1);
    state.mockRestore();
    await sweepLater();
    expect(await read(asked)).toMatchObject({ state: 'done' });
  });

  test('a charge that settles between the question and the void is refunded instead', async () => {
    const id = await buyKit(world, hc);
    vi.spyOn(gateway(), 'void').mockImplementationOnce(async () => {
      await settleCharge(world, id);
      throw new PaymentUnavailable('The charge has settled.');
    });
    expect(await askRefund(world, admin, id)).toMatchObject({ state: 'done', way: 'refund' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 32_000, voided: 0, done: 32_000, receipts: 1 });
  });

  test('a void whose answer is lost is found by the state of the charge', async () => {
    const id = await buyKit(world, hc);
    vi.spyOn(gateway(), 'void').mockImplementation(async (charge) => {
      await world.sql("update sandbox_charges set state = 'voided' where id = $1", [charge]);
      throw new PaymentUnknown('lost');
    });
    expect(await askRefund(world, admin, id)).toMatchObject({ state: 'done', way: 'void' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 0, voided: 32_000, done: 32_000, receipts: 1 });
  });

  test('a void that did not arrive is repeated by the job', async () => {
    const id = await buyKit(world, hc);
    const lost = vi.spyOn(gateway(), 'void').mockRejectedValue(new PaymentUnknown('killed'));
    const asked = await askRefund(world, admin, id);
    expect(asked.state).toBe('begun');
    lost.mockRestore();
    await sweepLater();
    await sweepLater();
    expect(await read(asked)).toMatchObject({ state: 'done', way: 'void' });
    expect(await refundTotals(world, id)).toMatchObject({ gateway: 0, voided: 32_000, done: 32_000, receipts: 1 });
  });

  test('a charge that was voided at the gateway is recorded, as a whole only', async () => {
    const id = await buyKit(world, hc);
    const [sold] = await world.sql<{ gateway_id: string }>('select gateway_id from transactions where id = $1', [id]);
    await gateway().void(sold?.gateway_id ?? '');
    expect(await askRefund(world, admin, id, { amount: 20 })).toMatchObject({
      state: 'failed',
      words: expect.stringContaining('Refund all of it here'),
    });
    expect(await askRefund(world, admin, id)).toMatchObject({ state: 'done', way: 'void' });
  });

  test('a refund that is refused after its approval has failed with the reason, and nothing is given back', async () => {
    const id = await buySettledKit(world, hc, { card: REFUSES_REFUND, product_quantity: 4, total_amount: 1_205 });
    const asked = await askRefund(world, admin, id);
    const approved = await world.call(await world.as('super'), approveRefund, { params: { id: asked.id } });
    expect(approved).toMatchObject({ state: 'failed', words: 'The bank of the card does not take refunds.' });
    expect(await refundTotals(world, id)).toEqual({
      gateway: 0,
      voided: 0,
      done: 0,
      counted: 0,
      journal: 0,
      receipts: 0,
    });
    expect((await world.call(admin, readRefundOptions, { params: { id } })).may).toEqual(['refund']);
  });

  test('a charge that becomes too old before its approval fails with the way out', async () => {
    const id = await buySettledKit(world, hc, { product_quantity: 4, total_amount: 1_205 });
    const asked = await askRefund(world, admin, id);
    await settleCharge(world, id, '121 days');
    const approved = await world.call(await world.as('super'), approveRefund, { params: { id: asked.id } });
    expect(approved).toMatchObject({ state: 'failed', words: requestRefund.refusals.too_old.message });
  });

  test('a charge of another gateway cannot be refunded here, and can be recorded', async () => {
    const id = await buySettledKit(world, hc);
    await world.sql("update transactions set gateway = 'authorizenet' where id = $1", [id]);
    expect(await world.call(admin, readRefundOptions, { params: { id } })).toMatchObject({
      charge: 'other_gateway',
      blocked: 'Another card payment provider made this charge. Pay it back there and record it here.',
    });
    expect(await askRefund(world, admin, id, { amount: 20 })).toMatchObject({ state: 'failed' });
    expect(await askRefund(world, admin, id, { amount: 20, outside: true })).toMatchObject({ state: 'done' });
  });

  test.each([
    ['charged back', { state: 'closed', status: 'chargedback' } as const, 'closed', /\(chargedback\)\. Pay it back/],
    ['unknown to the gateway', null, 'not_known', /does not know this charge\.$/],
  ])(
    'a refund of a charge that is %s fails with the reason that its form gave before',
    async (_, answer, charge, why) => {
      const id = await buySettledKit(world, hc);
      vi.spyOn(gateway(), 'settlementOf').mockResolvedValue(answer);
      const options = await world.call(admin, readRefundOptions, { params: { id } });
      expect(options).toMatchObject({ charge, blocked: expect.stringMatching(why), may: ['refund'] });
      expect(await askRefund(world, admin, id)).toMatchObject({ state: 'failed', words: options.blocked });
    },
  );

  test('while the gateway is down the form blocks nothing, because the refund waits', async () => {
    const id = await buySettledKit(world, hc);
    vi.spyOn(gateway(), 'settlementOf').mockRejectedValue(new PaymentUnavailable('down'));
    const options = await world.call(admin, readRefundOptions, { params: { id } });
    expect(options).toMatchObject({ charge: 'unknown', blocked: null });
    expect(await askRefund(world, admin, id, { amount: 20 })).toMatchObject({ state: 'waiting' });
  });
});

test('after all of these refunds the verification finds no fault', async () => {
  expect(await verifyRefunds(world.app.services.store.read('platform'))).toEqual([]);
});

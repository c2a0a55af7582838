import { changeMoneySettings, readMoneySettings } from '@vialkeep/contract/money-settings.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { type Difference, resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import {
  differencesOf,
  plantGivenUp,
  plantOrphan,
  plantSales,
  runNow,
} from '../../testing/reconciliation/planted-charges.ts';
import { buyKit, settleCharge } from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyRefunds } from '../refunds/index.ts';
import { lookUpGiveBacksJob } from './reconciliation.jobs.ts';
import { verifyReconciliation } from './verify-reconciliation.ts';

let world: World;
let admin: Caller;
let other: Caller;
let north: Caller;
let last = 0;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000', PAYMENTS_PATIENCE_SECONDS: '1' });
  admin = await world.as('admin');
  other = await world.as('super');
  north = await world.as('admin@north.test', 'north.localhost');
  // Settles the sales of the demo network.
  await runNow(world, admin);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const gateway = () => world.app.services.payments;
const note = 'Looked into it.';
const input = ({ id }: { id: number }, how: string) => ({ params: { id }, body: { how, note } });
const resolve = (item: { id: number }, how: string, by = admin) => world.call(by, resolveDifference, input(item, how));
const refusal = (item: { id: number }, how: string, by = admin) =>
  world.refusalOf(by, resolveDifference, input(item, how));

/** The difference of this charge, after a run. */
async function differenceOf(gatewayId: string): Promise<Difference> {
  await runNow(world, admin);
  const item = (await differencesOf(world, admin)).find(({ gateway_id }) => gateway_id === gatewayId);
  if (!item) throw new Error(`The charge ${gatewayId} makes no difference.`);
  return item;
}

/** An orphan of a site: the charge of an attempt that was given up. */
async function orphan(about: { isSettled?: boolean; cents?: number; buyer?: string } = {}): Promise<Difference> {
  last += 1;
  await plantGivenUp(world, about.buyer ?? 'hc@vialkeep.test', `orphan-${last}`);
  return differenceOf(await plantOrphan(world, { reference: `orphan-${last}`, ...about }));
}

const givenBack = async ({ gateway_id }: { gateway_id: string }) =>
  (
    await world.sql<{ state: string; refunds: number }>(
      `select state, (select count(*)::int from sandbox_refunds where charge_id = charge.id) as refunds
       from sandbox_charges charge where id::text = $1`,
      [gateway_id],
    )
  )[0];

const balanceOf = async (account: number) =>
  (
    await world.sql<{ cents: number }>(
      'select coalesce(sum(cents), 0)::int as cents from journal_lines where account = $1',
      [account],
    )
  )[0]?.cents ?? 0;

describe('An orphan charge', () => {
  test('an orphan charge that has settled is refunded once, and the books are as if it had never been', async () => {
    const receipts = await balanceOf(1000);
    const item = await orphan();
    expect(item).toMatchObject({ kind: 'not_in_our_books', site: 'Vialkeep', ours: null, theirs: 42 });
    expect(item.words).toBe('The card payment provider charged $42.00, and the books know nothing of it.');
    expect(item.may).toEqual(['give_back', 'write_off', 'explained']);
    expect(await resolve(item, 'give_back')).toMatchObject({ state: 'resolved', how: 'give_back', may: [] });
    expect(await givenBack(item)).toEqual({ state: 'approved', refunds: 1 });
    expect(await refusal(item, 'give_back')).toEqual({ status: 409, reason: 'already_resolved' });
    await world.sql(
      "update sandbox_refunds set created_at = created_at - interval '3 hours' where charge_id::text = $1",
      [item.gateway_id],
    );
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
    expect(await balanceOf(1000)).toBe(receipts);
  });

  test('an orphan charge that has not settled is voided', async () => {
    const item = await orphan({ isSettled: false });
    expect(await resolve(item, 'give_back')).toMatchObject({ state: 'resolved' });
    expect(await givenBack(item)).toEqual({ state: 'voided', refunds: 0 });
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
  });

  test('an orphan charge is given back once by twenty simultaneous requests', async () => {
    const item = await orphan();
    const sent = vi.spyOn(gateway(), 'refund');
    await Promise.all(Array.from({ length: 20 }, () => world.send(admin, resolveDifference, input(item, 'give_back'))));
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await givenBack(item)).toEqual({ state: 'approved', refunds: 1 });
  });

  test('a give-back that loses against another way of resolving is refused, and nothing is given back', async () => {
    const item = await orphan();
    const sent = vi.spyOn(gateway(), 'refund');
    const settlementOf = gateway().settlementOf.bind(gateway());
    vi.spyOn(gateway(), 'settlementOf').mockImplementation(async (id) => {
      await resolve(item, 'explained');
      return settlementOf(id);
    });
    expect(await refusal(item, 'give_back')).toEqual({ status: 409, reason: 'already_resolved' });
    expect(sent).not.toHaveBeenCalled();
    expect(await givenBack(item)).toEqual({ state: 'approved', refunds: 0 });
  });

  test('a give-back whose answer is lost is looked up and not sent again', async () => {
    const item = await orphan();
    const refund = gateway().refund.bind(gateway());
    const sent = vi.spyOn(gateway(), 'refund').mockImplementation(async (asked) => {
      await refund(asked);
      throw new PaymentUnknown('lost');
    });
    const silent = vi.spyOn(gateway(), 'findRefund').mockRejectedValue(new PaymentUnavailable('down'));
    const begun = await resolve(item, 'give_back');
    expect(begun).toMatchObject({
      state: 'open',
      may: [],
      words: 'We do not know yet whether it was given back. It is being looked up.',
    });
    silent.mockRestore();
    await lookUpGiveBacksJob.run({}, world.app.services, actorlessContext('test'));
    expect(await differencesOf(world, admin)).toEqual([]);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await givenBack(item)).toMatchObject({ refunds: 1 });
  });

  test('an orphan charge whose give-back did not reach the gateway stays open, says so, and is given back by the next attempt', async () => {
    const item = await orphan();
    const down = vi.spyOn(gateway(), 'refund').mockRejectedValue(new PaymentUnavailable('down'));
    expect(await resolve(item, 'give_back')).toMatchObject({
      state: 'open',
      words: expect.stringContaining('Nothing was given back; try again.'),
    });
    down.mockRestore();
    expect(await resolve(item, 'give_back')).toMatchObject({ state: 'resolved' });
    expect(await givenBack(item)).toMatchObject({ refunds: 1 });
  });

  test('a give-back whose server stopped after the first step is looked up, and is open again where nothing was sent', async () => {
    const item = await orphan();
    await world.sql(
      `update reconciliation_items set state = 'begun', way = 'refund', sent_reference = 'VRSTOPPED',
         begun_at = now() - interval '1 minute', requested_by = $2 where id = $1`,
      [item.id, admin.user?.id],
    );
    await lookUpGiveBacksJob.run({}, world.app.services, actorlessContext('test'));
    const [open] = await differencesOf(world, admin);
    expect(open).toMatchObject({ id: item.id, words: expect.stringContaining('did not reach') });
    expect(await resolve(item, 'explained')).toMatchObject({ state: 'resolved' });
  });

  test('the difference of a charge that the gateway has already voided comes right by itself', async () => {
    const item = await orphan({ isSettled: false });
    await gateway().void(item.gateway_id);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
    const resolved = await differencesOf(world, admin, 'resolved');
    expect(resolved.find(({ id }) => id === item.id)).toMatchObject({ how: 'by_itself', resolved_by: null });
  });
});

describe('A chargeback', () => {
  test('a chargeback is recorded once as a refund, with its ripple', async () => {
    const sale = await buyKit(world, await world.as('hc'), { card: '4000000000000739' });
    await settleCharge(world, sale);
    const [row] = await world.sql<{ gateway_id: string }>('select gateway_id from transactions where id = $1', [sale]);
    const item = await differenceOf(row?.gateway_id ?? '');
    expect(item).toMatchObject({ kind: 'chargeback', transaction_id: sale, ours: 320, theirs: 320 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.send(admin, resolveDifference, input(item, 'chargeback'))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    const refunds = await world.sql('select way, state, cents, id from refunds where transaction_id = $1', [sale]);
    expect(refunds).toMatchObject([{ way: 'chargeback', state: 'done', cents: 32_000 }]);
    const lines = await world.sql(
      `select account, cents::int from journal_lines join journal_entries entry on entry.id = entry_id
       where entry.key = 'chargeback:' || $1 order by n`,
      [refunds[0]?.id],
    );
    expect(lines).toEqual([
      { account: 4920, cents: 32_000 },
      { account: 1010, cents: -32_000 },
    ]);
    const clawed = await world.sql(
      'select sum(cents)::int as cents from commission_lines where transaction_id = $1 and not retained',
      [sale],
    );
    expect(clawed).toEqual([{ cents: clawed[0]?.cents === null ? null : 0 }]);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
    expect(await verifyRefunds(world.app.services.store.readSlowly('platform'))).toEqual([]);
  });
});

describe('A write-off', () => {
  test('a write-off of at least the amount of the site needs a second administrator, who has had the role for a day', async () => {
    const item = await orphan({ cents: 100_000 });
    expect(await resolve(item, 'write_off')).toMatchObject({
      state: 'open',
      requested_by: 'Priya Raman',
      words: expect.stringContaining('Another administrator has to approve this.'),
      may: ['give_back', 'explained'],
    });
    expect(await refusal(item, 'write_off')).toEqual({ status: 409, reason: 'own_request' });
    const viewer = await world.as('viewer');
    await world.call(admin, updateUser, { params: { id: viewer.user.id }, body: { subscription: 7 } });
    const promoted = await world.as('viewer');
    expect(await refusal(item, 'write_off', promoted)).toEqual({ status: 409, reason: 'new_approver' });
    const written = await balanceOf(5900);
    await runNow(world, admin);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => world.send(other, resolveDifference, input(item, 'write_off'))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await balanceOf(5900)).toBe(written - 100_000);
    expect(await verifyReconciliation(world.app.services.store.readSlowly('platform'))).toEqual([]);
  });

  test('a difference below the amount is written off by one administrator, and not at all where it belongs to no site', async () => {
    const item = await orphan({ cents: 99_999 });
    expect(await resolve(item, 'write_off')).toMatchObject({ state: 'resolved', resolved_by: 'Priya Raman' });
    const ofNone = await differenceOf(await plantOrphan(world, { reference: `no-site-${(last += 1)}` }));
    expect(ofNone).toMatchObject({ site: null, may: ['give_back', 'explained'] });
    expect(await refusal(ofNone, 'write_off')).toEqual({ status: 409, reason: 'not_this_way' });
    expect(await refusal(ofNone, 'chargeback')).toEqual({ status: 409, reason: 'not_this_way' });
    expect(await resolve(ofNone, 'explained')).toMatchObject({ state: 'resolved', note });
  });
});

describe('Write-offs within a day', () => {
  const age = () =>
    world.sql(
      "update reconciliation_items set resolved_at = resolved_at - interval '25 hours' where how = 'write_off'",
    );
  const letGo = () => world.sql('alter table reconciliation_items disable trigger user').then(age);

  test('write-offs of a day count together, so that two smaller ones need a second administrator as one large one does', async () => {
    await letGo();
    const items = [await orphan({ cents: 60_000 }), await orphan({ cents: 60_000 }), await orphan({ cents: 60_000 })];
    const [first, second, third] = items as [Difference, Difference, Difference];
    expect(await resolve(first, 'write_off')).toMatchObject({ state: 'resolved' });
    expect(await resolve(second, 'write_off')).toMatchObject({ state: 'open', requested_by: 'Priya Raman' });
    expect(await refusal(second, 'write_off')).toEqual({ status: 409, reason: 'own_request' });
    expect(await resolve(second, 'write_off', other)).toMatchObject({ state: 'resolved' });
    // What another administrator asked for does not count for the one who writes it off.
    expect(await resolve(third, 'write_off', other)).toMatchObject({ state: 'resolved' });
    await world.sql('alter table reconciliation_items enable trigger user');
  });

  test('two smaller write-offs at once are not both made by one administrator', async () => {
    await letGo();
    await world.sql('alter table reconciliation_items enable trigger user');
    const items = [await orphan({ cents: 60_000 }), await orphan({ cents: 60_000 })];
    const states = await Promise.all(items.map((item) => resolve(item, 'write_off').then(({ state }) => state)));
    expect(states.toSorted()).toEqual(['open', 'resolved']);
    for (const item of items) await world.send(other, resolveDifference, input(item, 'explained'));
  });
});

describe('The sites', () => {
  test('a site’s administrator sees and resolves the differences of the site only', async () => {
    const own = await orphan({ buyer: 'hc@north.test' });
    const foreign = await orphan();
    const ofNone = await differenceOf(await plantOrphan(world, { reference: `no-site-${(last += 1)}` }));
    expect((await differencesOf(world, north)).map(({ id }) => id)).toEqual([own.id]);
    for (const item of [foreign, ofNone]) {
      expect(await refusal(item, 'explained', north)).toEqual({ status: 404, reason: 'not_found' });
    }
    expect(await resolve(own, 'give_back', north)).toMatchObject({ state: 'resolved' });
    await resolve(foreign, 'explained');
    await resolve(ofNone, 'explained');
  });

  test('a raised amount of the site counts only after a day', async () => {
    const { version } = await world.call(admin, readMoneySettings, { params: { domain_id: 1 } });
    const body = { four_eyes: 5_000, version };
    await world.call(admin, changeMoneySettings, { params: { domain_id: 1 }, body });
    const item = await orphan({ cents: 200_000 });
    expect(await resolve(item, 'write_off')).toMatchObject({ state: 'open' });
    await resolve(item, 'give_back');
  });
});

test('a note is needed, and one of 10,000 characters, with a NUL byte or of another way is refused', async () => {
  const [sale] = await plantSales(world, 'hc@vialkeep.test', 1);
  await world.sql('update sandbox_charges set amount_cents = amount_cents + 1 where id::text = $1', [sale?.charge_id]);
  const item = await differenceOf(sale?.charge_id ?? '');
  expect(item.words).toBe('The books say $10.01, the card payment provider says $10.02.');
  for (const body of [
    { how: 'explained', note: 'abc' },
    { how: 'explained', note: 'x'.repeat(10_000) },
    { how: 'ignore', note },
    { how: 'explained', note: 'A note\u0000 with more' },
    {},
  ]) {
    expect((await world.refusalOf(admin, resolveDifference, { params: { id: item.id }, body })).status).toBe(400);
  }
  expect(await refusal(item, 'give_back')).toEqual({ status: 409, reason: 'not_this_way' });
  expect(await resolve(item, 'explained')).toMatchObject({ state: 'resolved', note });
});

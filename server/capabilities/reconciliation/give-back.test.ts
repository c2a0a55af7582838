import { performance } from 'node:perf_hooks';
import { type Difference, resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { PaymentUnavailable, PaymentUnknown } from '../../ports/payments.ts';
import { differencesOf, plantGivenUp, plantOrphan, runNow } from '../../testing/reconciliation/planted-charges.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { lookUpGiveBacksJob } from './reconciliation.jobs.ts';

let world: World;
let admin: Caller;
let other: Caller;
let north: Caller;
let last = 0;
beforeAll(async () => {
  world = await newWorld({ PAYMENTS_PATIENCE_SECONDS: '1' });
  admin = await world.as('admin');
  other = await world.as('super');
  north = await world.as('admin@north.test', 'north.localhost');
  // Settles the sales of the demo network.
  await runNow(world, admin);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

const gateway = () => world.app.services.payments;
const input = ({ id }: { id: number }, how: string) => ({ params: { id }, body: { how, note: 'Looked into it.' } });
const resolve = (item: { id: number }, how: string, by = admin) => world.call(by, resolveDifference, input(item, how));

/** An orphan of a site: the charge of an attempt that was given up. */
async function plantDifference(about: { cents?: number; buyer?: string } = {}): Promise<Difference> {
  last += 1;
  const reference = `given-back-${last}`;
  await plantGivenUp(world, about.buyer ?? 'hc@vialkeep.test', reference);
  const gatewayId = await plantOrphan(world, { reference, ...about });
  await runNow(world, admin);
  const item = (await differencesOf(world, admin)).find(({ gateway_id }) => gateway_id === gatewayId);
  if (!item) throw new Error(`The charge ${gatewayId} makes no difference.`);
  return item;
}

const lookUp = () => lookUpGiveBacksJob.run({}, world.app.services, actorlessContext('test'));
const refundsOf = ({ gateway_id }: Difference) =>
  world.sql<{ reference: string }>('select reference from sandbox_refunds where charge_id::text = $1', [gateway_id]);
const rowOf = async ({ id }: Difference) =>
  (
    await world.sql<{ state: string; sent_reference: string | null; requested_by: number | null }>(
      'select state, sent_reference, requested_by from reconciliation_items where id = $1',
      [id],
    )
  )[0];

describe('A give-back', () => {
  test('a give-back that arrives after a look-up has opened its difference again resolves it with the reference that was sent', async () => {
    const item = await plantDifference();
    const refund = gateway().refund.bind(gateway());
    vi.spyOn(gateway(), 'refund').mockImplementation(async (asked) => {
      await world.sql("update reconciliation_items set begun_at = now() - interval '1 hour' where id = $1", [item.id]);
      await lookUp();
      expect(await rowOf(item)).toMatchObject({ state: 'open', sent_reference: null });
      return refund(asked);
    });
    expect(await resolve(item, 'give_back')).toMatchObject({ state: 'resolved', how: 'give_back' });
    const refunds = await refundsOf(item);
    expect(refunds).toHaveLength(1);
    expect((await rowOf(item))?.sent_reference).toBe(refunds[0]?.reference);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
  });

  test('a give-back that took more than ten seconds to begin is not sent, and its difference is open', async () => {
    const item = await plantDifference();
    const sent = vi.spyOn(gateway(), 'refund');
    const now = performance.now.bind(performance);
    let calls = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000 * (calls += 1));
    expect(await resolve(item, 'give_back')).toMatchObject({
      state: 'open',
      words: expect.stringContaining('Nothing was given back; try again.'),
    });
    expect(sent).not.toHaveBeenCalled();
    vi.restoreAllMocks();
    expect(await resolve(item, 'give_back')).toMatchObject({ state: 'resolved' });
    expect(await refundsOf(item)).toHaveLength(1);
  });

  test('a give-back that is asked for again while the gateway is silent answers that it is being looked up', async () => {
    const item = await plantDifference();
    vi.spyOn(gateway(), 'refund').mockRejectedValue(new PaymentUnknown('lost'));
    vi.spyOn(gateway(), 'findRefund').mockRejectedValue(new PaymentUnavailable('down'));
    await resolve(item, 'give_back');
    expect(await resolve(item, 'give_back')).toMatchObject({
      state: 'open',
      words: 'We do not know yet whether it was given back. It is being looked up.',
    });
    vi.restoreAllMocks();
    await world.sql("update reconciliation_items set begun_at = now() - interval '1 hour' where id = $1", [item.id]);
    await lookUp();
    expect(await resolve(item, 'give_back')).toMatchObject({ state: 'resolved' });
  });

  test('a give-back that cannot begin keeps the write-off that another administrator asked for, and is audited for its caller', async () => {
    const item = await plantDifference({ cents: 100_000 });
    await resolve(item, 'write_off');
    vi.spyOn(gateway(), 'settlementOf').mockRejectedValue(new PaymentUnavailable('down'));
    const { words, may } = await resolve(item, 'give_back', other);
    expect(words).toContain('could not be reached');
    expect(words).toContain('Another administrator has to approve this.');
    expect(may).toContain('write_off');
    expect(await rowOf(item)).toMatchObject({ state: 'open', requested_by: admin.user?.id });
    const audited = await world.sql(
      "select actor_id from audit_log where action = 'reconciliation.give_back' and subject_id = $1",
      [item.id],
    );
    expect(audited).toEqual([{ actor_id: other.user?.id }]);
    vi.restoreAllMocks();
    await resolve(item, 'give_back');
  });

  test.each([
    ['is not reached', () => Promise.reject(new PaymentUnavailable('down'))],
    ['refuses it', () => Promise.resolve({ state: 'refused', reason: 'other', message: 'Refused.' } as const)],
  ])(
    'a give-back that fails because the gateway %s leaves the write-off waiting, which another administrator then approves',
    async (_why, answer) => {
      const item = await plantDifference({ cents: 100_000 });
      const asked = await resolve(item, 'write_off');
      expect(asked).toMatchObject({ state: 'open', requested_by: admin.user?.username, note: 'Looked into it.' });
      const refund = vi.spyOn(gateway(), 'refund').mockImplementation(answer);
      const body = { how: 'give_back', note: 'Given back instead.' };
      const failed = await world.call(other, resolveDifference, { params: { id: item.id }, body });
      expect(refund).toHaveBeenCalledTimes(1);
      expect(failed).toMatchObject({ state: 'open', requested_by: asked.requested_by, note: 'Looked into it.' });
      expect(failed.words).toContain('Another administrator has to approve this.');
      expect(await world.refusalOf(admin, resolveDifference, input(item, 'write_off'))).toMatchObject({
        reason: 'own_request',
      });
      expect(await resolve(item, 'write_off', other)).toMatchObject({ state: 'resolved', how: 'write_off' });
      expect(
        await world.sql('select write_off_by, write_off_note from reconciliation_items where id = $1', [item.id]),
      ).toEqual([{ write_off_by: null, write_off_note: '' }]);
    },
  );

  test('a give-back that succeeds ends the write-off that was asked for, and bears the note of its own caller', async () => {
    const item = await plantDifference({ cents: 100_000 });
    await resolve(item, 'write_off');
    const body = { how: 'give_back', note: 'Given back instead.' };
    expect(await world.call(other, resolveDifference, { params: { id: item.id }, body })).toMatchObject({
      state: 'resolved',
      how: 'give_back',
      note: 'Given back instead.',
      may: [],
    });
    expect(await rowOf(item)).toMatchObject({ requested_by: other.user?.id });
  });

  test('a give-back by a site’s administrator does not show the username of the platform’s administrator', async () => {
    const item = await plantDifference({ cents: 100_000, buyer: 'hc@north.test' });
    await resolve(item, 'write_off');
    vi.spyOn(gateway(), 'settlementOf').mockRejectedValue(new PaymentUnavailable('down'));
    expect(await resolve(item, 'give_back', north)).toMatchObject({ state: 'open', requested_by: 'Platform' });
    vi.restoreAllMocks();
    await resolve(item, 'give_back', north);
  });
});

test('a write-off is refused to its requester also where it is below the amount of the site by now', async () => {
  const item = await plantDifference({ cents: 100_000 });
  await resolve(item, 'write_off');
  await world.sql('update reconciliation_items set theirs_cents = 4200 where id = $1', [item.id]);
  expect(await world.refusalOf(admin, resolveDifference, input(item, 'write_off'))).toEqual({
    status: 409,
    reason: 'own_request',
  });
  expect(await resolve(item, 'write_off', other)).toMatchObject({ state: 'resolved', how: 'write_off' });
});

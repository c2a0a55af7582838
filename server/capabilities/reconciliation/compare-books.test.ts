import { resolveDifference } from '@vialkeep/contract/reconciliation.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differencesOf, plantSales, runNow } from '../../testing/reconciliation/planted-charges.ts';
import { askRefund, buySettledKit } from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyReconciliation } from './verify-reconciliation.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  admin = await world.as('admin');
  // Settles the sales of the demo network.
  await runNow(world, admin);
});
afterAll(() => world.close());

const balanceOf = async (account: number) =>
  (
    await world.sql<{ cents: number }>(
      'select coalesce(sum(cents), 0)::int as cents from journal_lines where account = $1',
      [account],
    )
  )[0]?.cents;

/** The only difference after a run. */
async function runForDifference() {
  await runNow(world, admin);
  const [item, ...more] = await differencesOf(world, admin);
  if (!item || more.length > 0) throw new Error(`There are ${more.length + (item ? 1 : 0)} differences.`);
  return item;
}

const writeOff = ({ id }: { id: number }) =>
  world.call(admin, resolveDifference, { params: { id }, body: { how: 'write_off', note: 'Looked into it.' } });

async function newSale(): Promise<string> {
  await world.sql("update sandbox_charges set reference = reference || '-' || id where reference like 'sale-%'");
  const [sale] = await plantSales(world, 'hc@vialkeep.test', 1);
  if (!sale) throw new Error('There is no sale.');
  // Older than the days within which a charge is expected.
  await world.sql("update transactions set date = now() - interval '3 days 6 hours' where id = $1", [
    sale.transaction_id,
  ]);
  return sale.charge_id;
}

/** The sandbox does not list charges that are declined. */
const showCharge = (id: string, isShown: boolean) =>
  world.sql('update sandbox_charges set state = $2 where id::text = $1', [id, isShown ? 'approved' : 'declined']);

/** A refund that the books have had for longer than the days within which it is expected. */
async function newRefund(): Promise<string> {
  const { id } = await askRefund(world, admin, await buySettledKit(world, await world.as('hc')), { amount: 20 });
  await world.sql('alter table refunds disable trigger settled_refunds_stay');
  const [refund] = await world.sql<{ reference: string }>(
    "update refunds set settled_at = now() - interval '3 days 6 hours' where id = $1 returning reference",
    [id],
  );
  await world.sql('alter table refunds enable trigger settled_refunds_stay');
  return refund?.reference ?? '';
}

/** The sandbox lists what settled within the days that a run reads. */
const ageRefund = (reference: string, ago: string) =>
  world.sql('update sandbox_refunds set created_at = now() - $2::interval where reference = $1', [reference, ago]);

describe('What the gateway lists as unsettled once and never again', () => {
  test('a charge that the gateway lists as unsettled once and never again is a difference until the gateway settles it', async () => {
    const charge = await newSale();
    await world.sql('update sandbox_charges set settled_at = now() where id::text = $1', [charge]);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
    await showCharge(charge, false);
    expect(await runForDifference()).toMatchObject({ kind: 'not_at_gateway', gateway_id: charge, ours: 10.01 });
    await showCharge(charge, true);
    await world.sql("update sandbox_charges set settled_at = now() - interval '5 hours' where id::text = $1", [charge]);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
  });

  test('a refund that the gateway lists as unsettled once and never again is a difference until the gateway settles it', async () => {
    const reference = await newRefund();
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
    await ageRefund(reference, '30 days');
    expect(await runForDifference()).toMatchObject({ kind: 'not_at_gateway', about: 'refund', ours: -20 });
    await ageRefund(reference, '5 hours');
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
  });
});

describe('What was written off because the gateway did not have it, and settles later', () => {
  test('a charge that settles after it was written off is a difference of its whole amount, and the write-off is taken back', async () => {
    const written = await balanceOf(5900);
    const charge = await newSale();
    await showCharge(charge, false);
    await writeOff(await runForDifference());
    expect(await balanceOf(5900)).toBe((written ?? 0) + 1_001);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
    await showCharge(charge, true);
    const late = await runForDifference();
    expect(late).toMatchObject({ kind: 'amount_differs', gateway_id: charge, ours: 0, theirs: 10.01 });
    await writeOff(late);
    expect(await balanceOf(5900)).toBe(written);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
    expect(await verifyReconciliation(world.app.services.store.readSlowly('platform'))).toEqual([]);
  });

  test('a refund that settles after it was written off is a difference of its whole amount, and the write-off is taken back', async () => {
    const written = await balanceOf(5900);
    const reference = await newRefund();
    await ageRefund(reference, '30 days');
    await writeOff(await runForDifference());
    expect(await balanceOf(5900)).toBe((written ?? 0) - 2_000);
    await ageRefund(reference, '5 hours');
    const late = await runForDifference();
    expect(late).toMatchObject({ kind: 'amount_differs', about: 'refund', theirs: -20 });
    await writeOff(late);
    expect(await balanceOf(5900)).toBe(written);
    expect(await verifyReconciliation(world.app.services.store.readSlowly('platform'))).toEqual([]);
  });

  test('a written-off charge that the gateway lists as cancelled is no difference', async () => {
    const charge = await newSale();
    await showCharge(charge, false);
    await writeOff(await runForDifference());
    await world.sql("update sandbox_charges set state = 'voided' where id::text = $1", [charge]);
    expect(await runNow(world, admin)).toMatchObject({ differences: 0 });
  });
});

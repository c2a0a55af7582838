import { exportPayoutRun, listPayoutRuns, returnPayout } from '@vialkeep/contract/payouts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isMarkedPaid, sell } from '../../testing/commissions/commission-world.ts';
import {
  adjust,
  listMoneyFaults,
  makeApproved,
  makeDraft,
  owedTo,
  type Payees,
  payRun,
  preparePayouts,
} from '../../testing/commissions/payout-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let other: Caller;
let payees: Payees;

beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  other = await world.as('super');
});
beforeEach(async () => {
  payees = await preparePayouts(world, admin);
  await world.sql('update money_settings set four_eyes_cents = 100000, min_payout_cents = 2500');
});
afterAll(() => world.close());

const owed = (person: number) => owedTo(world, person);

describe('A payment that comes back', () => {
  test('returned twice, a payment is reversed once, and the next run pays its lines', async () => {
    const sale = await sell(world, { rep: payees.rep, price: 50_000 });
    const { id } = await makeApproved(world, admin, other);
    await payRun(world, admin, id);
    for (let n = 0; n < 2; n += 1) {
      const run = await world.call(admin, returnPayout, {
        params: { id },
        body: { person_id: payees.rep, note: 'The account is closed' },
      });
      expect(run).toMatchObject({ state: 'paid', people: [{ state: 'returned', note: 'The account is closed' }] });
    }
    expect(await owed(payees.rep)).toBe(4_000);
    expect(await isMarkedPaid(world, sale)).toBe(false);
    expect(
      await world.sql(
        `select count(*)::int as n from journal_entries back join journal_entries paid on paid.id = back.reverses
         where back.key = 'returned:' || $1::int || ':' || $2::int and paid.key = 'paid:' || $1::int || ':' || $2::int`,
        [id, payees.rep],
      ),
    ).toEqual([{ n: 1 }]);
    const again = await makeApproved(world, admin, other);
    expect((await payRun(world, admin, again.id)).json().state).toBe('paid');
    expect(await owed(payees.rep)).toBe(0);
    expect(await isMarkedPaid(world, sale)).toBe(true);
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('a payment that was refused before it was marked as paid is returned without an entry', async () => {
    await adjust(world, admin, payees.rep, 60);
    await adjust(world, admin, payees.manager, 70);
    const { id } = await makeApproved(world, admin, other);
    const returning = (person_id: number) =>
      world.call(admin, returnPayout, { params: { id }, body: { person_id, note: 'Unknown payee' } });
    expect((await returning(payees.rep)).state).toBe('approved');
    expect(await owed(payees.rep)).toBe(6_000);
    expect((await payRun(world, admin, id)).json().state).toBe('paid');
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test.each(['due', 'paid'])(
    'a payment that is %s and returned before the first download is in no file and in no sum',
    async (was) => {
      await adjust(world, admin, payees.rep, 60);
      await adjust(world, admin, payees.manager, 70);
      const { id } = await makeApproved(world, admin, other);
      const body = { person_id: payees.rep, note: 'Unknown payee' };
      if (was === 'paid') await payRun(world, admin, id, { person_ids: [payees.rep] });
      const run = await world.call(admin, returnPayout, { params: { id }, body });
      expect(run.total).toBe(70);
      const rowsOf = async () => {
        const { body: file } = await world.send(admin, exportPayoutRun, { params: { id } });
        return file.replace('\ufeff', '').trimEnd().split('\r\n');
      };
      const rows = await rowsOf();
      expect(rows.filter((row) => row.startsWith(`${id},`))).toEqual([
        expect.stringContaining(`${id},${payees.manager},`),
      ]);
      expect(rows.at(-1)).toBe('TOTAL,1,,,70.00,');
      const { results } = await world.call(admin, listPayoutRuns, {});
      expect(results.find((listed) => listed.id === id)).toMatchObject({ total: 70, people_count: 1 });
      const again = await makeApproved(world, admin, other);
      expect(again.people).toMatchObject([{ person: { id: payees.rep }, amount: 60 }]);
      await payRun(world, admin, id);
      expect(await rowsOf()).toEqual(rows);
      expect(await listMoneyFaults(world)).toEqual([]);
    },
  );

  test('a run of which every payment was refused is cancelled', async () => {
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeApproved(world, admin, other);
    const body = { person_id: payees.rep, note: 'Unknown payee' };
    expect((await world.call(admin, returnPayout, { params: { id }, body })).state).toBe('cancelled');
    expect(await listMoneyFaults(world)).toEqual([]);
  });

  test('a person of a draft, and one of no run, are refused', async () => {
    await adjust(world, admin, payees.rep, 60);
    const { id } = await makeDraft(world, admin);
    const refusal = (person_id: number) =>
      world.refusalOf(admin, returnPayout, { params: { id }, body: { person_id, note: 'A note' } });
    expect([await refusal(payees.rep), await refusal(payees.rep2)]).toEqual([
      { status: 409, reason: 'not_approved' },
      { status: 404, reason: 'not_found' },
    ]);
  });
});

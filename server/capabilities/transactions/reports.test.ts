import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import {
  listCenterProcessingFees,
  listCenterTransactions,
  listDistributorTransactions,
  listManagerTransactions,
  listReferralProcessingFees,
  listRepTransactions,
  readSales,
} from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../testing/plans/plan-of.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { members } from './read-sales.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const address = { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' };
const credit_card = {
  full_name: 'Maria Stein',
  card_number: '4111111111111111',
  expiration_date: `${new Date().getUTCFullYear() + 3}-4`,
  cvc: '123',
};

/** A kit with its shipping fee. */
async function buy(buyer: Caller, order: object = {}): Promise<number> {
  const { transaction_id: invoice_id } = await world.call(buyer, readNextInvoice);
  const kit = { product_id: 3, product_quantity: 1, total_amount: 320, addressInfo: address, credit_card };
  const { purchase } = await world.call(buyer, checkOut, { body: { ...kit, invoice_id, ...order } });
  return purchase.transaction_id;
}

const own = async (who: string, route: typeof listRepTransactions) => {
  const caller = await world.as(who);
  return world.call(caller, route, { params: { id: caller.user.id } });
};
const holds = async (who: string, route: typeof listRepTransactions, id: number) =>
  (await own(who, route)).some((sold) => sold.id === id);

describe('F110 Order in the sales reports', () => {
  test('an order is in the reports of its rep, manager and distributor, and in no other', async () => {
    const id = await buy(await world.as('hc'));
    expect(await holds('rep', listRepTransactions, id)).toBe(true);
    expect(await holds('manager', listManagerTransactions, id)).toBe(true);
    expect(await holds('distributor', listDistributorTransactions, id)).toBe(true);
    expect(await holds('rep2', listRepTransactions, id)).toBe(false);
    expect(await holds('manager2', listManagerTransactions, id)).toBe(false);
    expect(await holds('distributor2', listDistributorTransactions, id)).toBe(false);
  });

  test('an order stays in these reports when the team changes', async () => {
    const id = await buy(await world.as('hc'));
    const rep = await world.idOf('rep@vialkeep.test');
    await world.sql(`update relations set ended_at = now() where subject_id = $1 and kind = 'manager'`, [rep]);
    expect(await holds('manager', listManagerTransactions, id)).toBe(true);
    await world.sql(`update relations set ended_at = null where subject_id = $1 and kind = 'manager'`, [rep]);
  });
});

describe('F125–F127 Sales report', () => {
  test('S-20 a report shows only the number of a patient', async () => {
    for (const [who, route] of [
      ['rep', listRepTransactions],
      ['manager', listManagerTransactions],
      ['distributor', listDistributorTransactions],
    ] as const) {
      const report = await own(who, route);
      const named = report.filter(({ patient }) => patient.length > 0);
      expect(named.length).toBeGreaterThan(0);
      expect(named.flatMap(({ patient }) => patient.flatMap(Object.keys)).filter((key) => key !== 'id')).toEqual([]);
      const people = await world.sql<{ username: string; email: string }>(
        `select username, email from users where plan_id = 2`,
      );
      const text = JSON.stringify(report);
      expect(people.filter(({ username, email }) => text.includes(username) || text.includes(email))).toEqual([]);
    }
  });

  test('a report names the rep and the manager of the sale', async () => {
    const [sold] = await own('distributor', listDistributorTransactions);
    expect(sold?.sales_rep[0]).toMatchObject({
      id: expect.any(Number),
      first_name: expect.any(String),
      sales_manager: [{ id: expect.any(Number), first_name: expect.any(String), last_name: expect.any(String) }],
    });
    expect(sold?.harvest_center[0]?.company).not.toBe('');
  });

  test('the report of another user is answered with 404', async () => {
    const rep = await world.as('rep');
    const other = await world.idOf('rep2@vialkeep.test');
    expect(await world.refusalOf(rep, listRepTransactions, { params: { id: other } })).toMatchObject({ status: 404 });
    const manager = await world.as('manager');
    expect(await world.refusalOf(manager, listManagerTransactions, { params: { id: rep.user.id } })).toMatchObject({
      status: 404,
    });
  });

  test('a report totals by month: a rep’s by product, a manager’s by rep, a distributor’s by manager', async () => {
    for (const [who, by, route] of [
      ['rep', 'product', listRepTransactions],
      ['manager', 'rep', listManagerTransactions],
      ['distributor', 'manager', listDistributorTransactions],
    ] as const) {
      const caller = await world.as(who);
      const sales = await world.call(caller, readSales, { params: { id: caller.user.id } });
      const report = await world.call(caller, route, { params: { id: caller.user.id } });
      const shown = report.filter(({ date }) => date.slice(0, 7) >= (sales.months[0] ?? ''));
      expect(sales.by).toBe(by);
      expect(sales.sold.reduce((sum, { count }) => sum + count, 0)).toBe(shown.length);
      const cents = (amounts: readonly { amount: number }[]) =>
        Math.round(amounts.reduce((sum, { amount }) => sum + amount, 0) * 100);
      expect(cents(sales.sold)).toBe(cents(shown));
      const known = sales.parts.map(({ id }) => id);
      expect(sales.sold.filter(({ part }) => !known.includes(part))).toEqual([]);
    }
  });

  test('an affiliate’s totals cover the purchases of their accounts, by the affiliate at the time of the sale', async () => {
    const affiliate = await world.as('affiliate');
    const count = async () => {
      const { by, sold } = await world.call(affiliate, readSales, { params: { id: affiliate.user.id } });
      expect(by).toBe('product');
      return sold.reduce((sum, one) => sum + one.count, 0);
    };
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await buy(await world.as('hc'));
    await buy(await world.as('hc2'));
    expect(await count()).toBe(before + 1);
    await world.sql(`update relations set ended_at = now() where kind = 'affiliate'`);
    expect(await count()).toBe(before + 1);
    await world.sql(`update relations set ended_at = null where kind = 'affiliate'`);
  });

  test('a report also names team members without sales', async () => {
    const manager = await world.as('manager');
    const { parts } = await world.call(manager, readSales, { params: { id: manager.user.id } });
    expect(parts).toContainEqual({ id: 606, name: 'House Account', last: null });
  });

  test('the members of a team are looked up by their ids, also those who have left it', async () => {
    const site = DomainId.parse(1);
    const db = world.app.services.store.read(site);
    for (const leader of [Plan.salesManager, Plan.salesDistributor]) {
      const plan = await planOf(world, site, members(db, leader, 606, [7, 8]).compile());
      expect(plan).toMatch(/ on users\n +Index Cond: \(\(?id = /);
      expect(plan).toContain('Index Cond: (object_id = ');
    }
  });
});

describe('F079 History of a center', () => {
  test('the history holds the purchases for the center, with their buyers', async () => {
    const staff = await world.as('staff');
    const inside = await world.inside(staff, 'hc@vialkeep.test');
    const id = await buy(inside);
    const history = await world.call(inside, listCenterTransactions, { params: { id: inside.user.id } });
    expect(history[0]).toMatchObject({
      id,
      quantity: 1,
      amount: 320,
      product: [{ name: 'Harvesting Kit' }],
      patient: [],
      hc_staff_desc: [{ id: staff.user.id, first_name: 'Beth', last_name: 'Lowell' }],
      coupon_code_used: '',
      coupon_code_amount: 0,
    });
    const others = await world.call(await world.as('hc2'), listCenterTransactions, {
      params: { id: await world.idOf('hc2@vialkeep.test') },
    });
    expect(others.some((sold) => sold.id === id)).toBe(false);
  });

  test('C-03 an administrator who views an inactive staff member’s label screen reads an empty list, and of no other account', async () => {
    const admin = await world.as('admin');
    const fees = async (caller: Caller, id: number) => world.send(caller, listCenterProcessingFees, { params: { id } });
    const staff = await world.idOf('former-staff@vialkeep.test');
    const answer = await fees(admin, staff);
    expect([answer.statusCode, answer.json()]).toEqual([200, []]);
    for (const other of ['rep', 'rhc', 'patient']) {
      expect((await fees(admin, await world.idOf(`${other}@vialkeep.test`))).statusCode, other).toBe(404);
    }
    expect((await fees(await world.as('hc'), staff)).statusCode).toBe(404);
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await fees(north, staff)).statusCode).toBe(404);
  });

  test('U-14 a center’s processing fees are those for its patients, and a referral center’s are those that it paid', async () => {
    const hc = await world.as('hc');
    const rhc = await world.as('rhc');
    const ofCenter = await world.call(hc, listCenterProcessingFees, { params: { id: hc.user.id } });
    const ofReferral = await world.call(rhc, listReferralProcessingFees, { params: { id: rhc.user.id } });
    const fees = ['New Patient Processing Fee', 'New Patient Referral Processing Fee'];
    expect(new Set(ofCenter.map(({ product }) => product[0]?.name))).toEqual(new Set(fees));
    expect(new Set(ofReferral.map(({ product }) => product[0]?.name))).toEqual(new Set([fees[1]]));
    expect(ofCenter.map(({ id }) => id)).toEqual(expect.arrayContaining(ofReferral.map(({ id }) => id)));
    const documents = ofCenter.flatMap(({ patient_documents }) => patient_documents);
    expect(documents[0]).toMatchObject({
      id: expect.any(Number),
      name: expect.any(String),
      status: expect.any(String),
    });
  });
});

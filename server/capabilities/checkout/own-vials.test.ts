import { addCard, listCards } from '@vialkeep/contract/cards.ts';
import { checkOut, checkOutOwnVials, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { createLocation, listLocations } from '@vialkeep/contract/locations.ts';
import { orderingPlans } from '@vialkeep/contract/products.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('super');
});
afterAll(() => world.close());

const place = { address1: '1 Main Street', city: 'Austin', country_desc: 'United States' };
const card = { card_number: '4111111111111111', expiration_date: `${new Date().getUTCFullYear() + 3}-04` };
const vials = {
  product_id: 2,
  product_quantity: 1,
  total_amount: 545,
  addressInfo: { ...place, state: 'Texas' },
  credit_card: { ...card, full_name: 'Nell Buyer', cvc: '123' },
};

type Person = Caller & { user: { id: number } };
const give = (id: number, body: object) => world.call(admin, updateUser, { params: { id }, body });
// Written by SQL, because no administrator can change the tags of a super admin.
const giveTags = (id: number, tags: readonly number[]) =>
  world.sql('update users set tags = $2 where id = $1', [id, tags]);
const mayOrder = async (who: Caller) => (await world.call(who, currentSession)).may.includes('checkout.buy_own_vials');

/** Gives the user a sales rep, their own or that of their center; an order needs one besides the tag. */
async function withSalesRep({ user }: Person, plan: number): Promise<void> {
  if (plan === 2 || plan === 12) await give(user.id, { harvest_center: await world.idOf('hc@vialkeep.test') });
  else if (plan !== 10) await give(user.id, { sales_rep: await world.idOf('rep3@vialkeep.test') });
  else
    await world.sql("insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'rep', $2)", [
      user.id,
      await world.idOf('rep3@vialkeep.test'),
    ]);
}

async function statusesOf(who: Person): Promise<number[]> {
  const owner = { userId: who.user.id };
  const answers = [
    await world.send(who, readNextInvoice),
    await world.send(who, listLocations, { params: owner }),
    await world.send(who, createLocation, { body: { ...place, state_desc: 'Texas' } }),
    await world.send(who, listCards, { body: { user_id: who.user.id } }),
    await world.send(who, addCard, { body: { ...card, card_holder: 'Nell Buyer', cvv: '123' } }),
  ];
  return answers.map(({ statusCode }) => statusCode);
}

describe('C-11 Members with tag 1 who are neither a center nor a referral center', () => {
  test.each(orderingPlans)('a member of plan %s orders vials and stores cards and locations', async (plan) => {
    const who = await world.as(personOfPlan[plan]);
    await withSalesRep(who, plan);
    await giveTags(who.user.id, [1]);
    expect(await mayOrder(who)).toBe(true);
    expect(await statusesOf(who)).toEqual([200, 200, 200, 200, 200]);
    const { transaction_id: invoice_id } = await world.call(who, readNextInvoice);
    const answer = await world.send(who, checkOutOwnVials, { body: { ...vials, invoice_id } });
    expect(answer.json()).toMatchObject({ code: 'success', purchase: { total: 545 } });
    const [row] = await world.sql<{ buyer_id: number; rep_id: number | null }>(
      'select buyer_id, rep_id from transactions where id = $1',
      [answer.json().purchase.transaction_id],
    );
    expect(row).toEqual({ buyer_id: who.user.id, rep_id: expect.any(Number) });
  });

  test.each(orderingPlans)('a member of plan %s loses the right with the tag and stays logged in', async (plan) => {
    const who = await world.as(personOfPlan[plan]);
    await giveTags(who.user.id, [1]);
    await giveTags(who.user.id, []);
    expect(await mayOrder(who)).toBe(false);
    const before = await world.sql('select count(*)::int as n from transactions');
    const answer = await world.send(who, checkOutOwnVials, { body: { ...vials, invoice_id: 1 } });
    expect(answer.statusCode).toBe(403);
    expect(await world.sql('select count(*)::int as n from transactions')).toEqual(before);
    expect((await world.send(who, currentSession)).statusCode).toBe(200);
  });
});

test('C-11 a center or referral center cannot order as a member, even with tag 1', async () => {
  for (const key of ['hc', 'rhc']) {
    const who = await world.as(key);
    await giveTags(who.user.id, [1]);
    expect(await mayOrder(who)).toBe(false);
    expect((await world.send(who, checkOutOwnVials, { body: { ...vials, invoice_id: 1 } })).statusCode).toBe(403);
  }
});

test('C-11 a member with tag 1 buys only their own vials, and reads only their own cards and locations', async () => {
  const donor = await world.as('donor');
  await give(donor.user.id, { tags: [1] });
  const other = await world.idOf('hc@vialkeep.test');
  expect((await world.send(donor, checkOut, { body: { ...vials, invoice_id: 2 } })).statusCode).toBe(403);
  expect((await world.send(donor, listCards, { body: { user_id: other } })).statusCode).toBe(404);
  expect((await world.send(donor, listLocations, { params: { userId: other } })).statusCode).toBe(404);
});

test('C-11 a member with tag 1 and without a sales rep gets a refusal that says to contact the admin', async () => {
  const viewer = await world.as('viewer');
  await give(viewer.user.id, { tags: [1], sales_rep: null });
  const { transaction_id: invoice_id } = await world.call(viewer, readNextInvoice);
  const answer = await world.send(viewer, checkOutOwnVials, { body: { ...vials, invoice_id } });
  expect(answer.json().message).toBe(
    "Your account doesn't have a sales rep associated. Please contact your admin for help.",
  );
});

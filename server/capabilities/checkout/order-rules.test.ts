import { checkOut, checkOutOwnVials, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { salesRepExists } from '@vialkeep/contract/sign-up.ts';
import { readTransaction } from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kitOrder } from '../../testing/kit-order.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let hc: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  hc = await world.as('hc');
});
afterAll(() => world.close());

const NO_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help.";

const nextNumber = async (who: Caller) => (await world.call(who, readNextInvoice)).transaction_id;
const placeOrder = async (who: Caller, body: object = {}) =>
  world.send(who, checkOut, { body: { ...kitOrder, invoice_id: await nextNumber(who), ...body } });
const charges = async () => (await world.sql<{ n: number }>('select count(*)::int n from sandbox_charges'))[0]?.n;

/** Inserts purchases under numbers that clients could choose before the server checked them. */
const boughtBefore = (buyer: number, numbers: readonly number[]) =>
  world.sql(
    `with sold as (
       insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
         harvest_fee_cents, discount_cents, charged_cents, charged_quantity, gateway, gateway_id, invoice_id, description,
         receipt_email)
       select domain_id, id, 3, 1, 100, 100, 0, 0, 0, 100, 1, 'before', 'before-' || number, number, 'A kit', email
       from users, unnest($2::int[]) number where id = $1 returning id, domain_id, buyer_id, invoice_id)
     insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents, gateway,
       reference, state, transaction_id, settled_at)
     select domain_id, buyer_id, buyer_id, invoice_id, sha256('before'), '{}', 100, 'before', 'BEFORE' || invoice_id,
       'charged', id, now() from sold`,
    [buyer, numbers],
  );

describe('C-12 Invoice numbers that an order is accepted under', () => {
  test('an order under a number that the server did not issue is refused with 400, and the buyer can still buy', async () => {
    const next = await nextNumber(hc);
    const before = await charges();
    for (const invoice_id of [2_147_483_647, next + 1, next + 1_000_000, 1_000, 1, 0, -1, 1.5, 2_147_483_648, null]) {
      const refused = await placeOrder(hc, { invoice_id });
      expect([refused.statusCode, Object.keys(refused.json().fields)], String(invoice_id)).toEqual([
        400,
        ['invoice_id'],
      ]);
    }
    expect(await charges()).toBe(before);
    expect((await placeOrder(hc)).statusCode).toBe(200);
    expect(await nextNumber(hc)).toBeGreaterThan(next);
  });

  test('the patient’s own checkout refuses such a number too', async () => {
    const [row] = await world.sql<{ email: string }>(
      `select email from users where plan_id = 2 and 1 = any (tags) and is_active and email like '%@vialkeep.test'
       order by id limit 1`,
    );
    const patient = await world.as(row?.email ?? '');
    const vials = { ...kitOrder, product_id: 2, total_amount: 545, invoice_id: 2_147_483_647 };
    const refused = await world.send(patient, checkOutOwnVials, { body: vials });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['invoice_id']]);
    expect((await world.call(patient, readNextInvoice)).transaction_id).toBeLessThan(1_000_000);
  });

  test('a page opened before other purchases can use its number, and 20 concurrent orders under it are charged once', async () => {
    const told = await nextNumber(hc);
    expect((await placeOrder(await world.as('hc2'))).statusCode).toBe(200);
    const before = (await charges()) ?? 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(hc, { invoice_id: told })));
    expect(new Set(answers.map((answer) => answer.json().purchase?.transaction_id)).size).toBe(1);
    expect(await charges()).toBe(before + 1);
  });

  test('a buyer who has used the highest possible number gets a lower free number and can pay', async () => {
    const buyer = await world.as('hc3');
    const [{ next } = { next: 0 }] = await world.sql<{ next: number }>('select next_transaction_id() as next');
    // The next numbers are used too; the three inserted purchases move the transaction ids on by three.
    await boughtBefore(buyer.user.id, [2_147_483_647, next + 3, next + 4]);
    expect(await nextNumber(buyer)).toBe(next + 5);
    const bought = await placeOrder(buyer);
    expect(bought.json()).toMatchObject({ code: 'success', purchase: { invoice_id: next + 5 } });
  });
});

describe('F108 The sales rep that an order needs', () => {
  test('a center with a deactivated rep gets the documented refusal and no charge, and its session names no rep', async () => {
    const center = await world.as('hc2');
    const rep = center.user.saless_rep_id;
    expect(rep).not.toBeNull();
    await world.sql('update users set is_active = false where id = $1', [rep]);
    const before = await charges();
    const refused = await placeOrder(center);
    expect([refused.statusCode, refused.json().reason, refused.json().message]).toEqual([409, 'no_sales_rep', NO_REP]);
    expect(await charges()).toBe(before);
    expect((await world.call(center, currentSession)).user.saless_rep_id).toBeNull();
    expect((await world.as('hc2')).user.saless_rep_id).toBeNull();
    expect(await world.call(center, salesRepExists, { params: { id: rep } })).toEqual({ exists: false });

    await world.sql('update users set is_active = true where id = $1', [rep]);
    expect((await world.call(center, currentSession)).user.saless_rep_id).toBe(rep);
    expect((await placeOrder(center)).statusCode).toBe(200);
  });

  test('a referral center and a patient with tag 1 follow the same rule', async () => {
    const rhc = await world.as('rhc');
    const [row] = await world.sql<{ email: string }>(
      `select email from users where plan_id = 2 and 1 = any (tags) and is_active and email like '%@vialkeep.test'
       order by id limit 1`,
    );
    const patient = await world.as(row?.email ?? '');
    const reps = [rhc.user.saless_rep_id, patient.user.saless_rep_id];
    await world.sql('update users set is_active = false where id = any($1)', [reps]);
    const banner = { product_id: 12, total_amount: 219 };
    expect((await placeOrder(rhc, banner)).json().reason).toBe('no_sales_rep');
    const vials = { ...kitOrder, product_id: 2, total_amount: 545, invoice_id: await nextNumber(patient) };
    expect((await world.send(patient, checkOutOwnVials, { body: vials })).json().reason).toBe('no_sales_rep');
    for (const buyer of [rhc, patient]) {
      expect((await world.call(buyer, currentSession)).user.saless_rep_id).toBeNull();
    }
    await world.sql('update users set is_active = true where id = any($1)', [reps]);
  });
});

describe('S-07 S-22 The template on a transaction', () => {
  const templateOf = async (response: Awaited<ReturnType<typeof placeOrder>>) => {
    const { transaction_id } = response.json().purchase;
    return (await world.call(await world.as('admin'), readTransaction, { params: { id: transaction_id } })).template_id;
  };
  const give = (email: string, template: string | null) =>
    world.sql('update users set template_id = $2 where email = $1', [email, template]);

  test('an order that staff place in a center carries the staff member’s own template, whatever the body says', async () => {
    await give('hc@vialkeep.test', 'center-template');
    await give('staff@vialkeep.test', 'staff-template');
    const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
    expect(await templateOf(await placeOrder(inside, { template_id: 'forged', hc_staff_id: 1 }))).toBe(
      'staff-template',
    );
    expect(await templateOf(await placeOrder(hc, { template_id: 'forged' }))).toBe('center-template');
  });

  test('a staff member without a template uses the center’s template', async () => {
    for (const none of ['', null]) {
      await give('staff@vialkeep.test', none);
      const inside = await world.inside(await world.as('staff'), 'hc@vialkeep.test');
      expect(await templateOf(await placeOrder(inside))).toBe('center-template');
    }
  });

  test('a referral center’s order carries the template of its center, and a later change does not rewrite it', async () => {
    const rhc = await world.as('rhc');
    const bought = await placeOrder(rhc, { product_id: 13, total_amount: 3920, harvest_fee: 'no' });
    const [row] = await world.sql<{ template_id: string | null; email: string }>(
      `select users.template_id, email from transactions join users on users.id = center_id where transactions.id = $1`,
      [bought.json().purchase.transaction_id],
    );
    expect(row?.template_id).toBeTruthy();
    await give(row?.email ?? '', 'another-template');
    expect(await templateOf(bought)).toBe(row?.template_id);
  });
});

describe('A card number that is typed into another field', () => {
  test.each(['company', 'address1', 'address2', 'city', 'state', 'zip_code'])(
    'a card number in %s of the address is refused with 400 at that field, and nothing is charged',
    async (field) => {
      const before = await charges();
      const addressInfo = { ...kitOrder.addressInfo, [field]: '4929 1234 1234 1232' };
      const refused = await placeOrder(hc, { addressInfo });
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [`addressInfo.${field}`]]);
      expect(refused.body).not.toContain('1234');
      expect(await charges()).toBe(before);
    },
  );
});

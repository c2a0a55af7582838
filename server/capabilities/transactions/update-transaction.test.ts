import {
  listTransactions,
  readProviderDetails,
  readTransaction,
  updateTransaction,
} from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  adoptedPlan,
  clearCommissions,
  daysAgo,
  switchCommissions,
} from '../../testing/commissions/commission-world.ts';
import { queryAs } from '../../testing/query-as.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  await switchCommissions(world, false);
  await clearCommissions(world);
  admin = await world.as('admin');
});
afterAll(() => world.close());

const newest = async (query: object = {}) => {
  const { results } = await world.call(admin, listTransactions, { query });
  return results[0]?.id ?? 0;
};
const update = (id: number, body: object, caller = admin) =>
  world.send(caller, updateTransaction, { params: { id }, body });
const kept = (id: number) => world.sql('select * from transactions where id = $1', [id]);

describe('F143 Correction of a transaction', () => {
  test('a correction needs a note, records the administrator, the time and the old values, and charges no card', async () => {
    const id = await newest();
    const before = await world.call(admin, readTransaction, { params: { id } });
    const [charged] = await world.sql('select charged_cents, gateway_id from transactions where id = $1', [id]);
    const response = await update(id, {
      amount: '99.90',
      quantity: 7,
      commission_paid: true,
      transaction_note: ' Agreed on the phone ',
      version: before.version,
    });
    expect(response.json()).toMatchObject({ id, amount: 99.9, quantity: 7, commission_paid: true });
    const { transaction_history } = await world.call(admin, readTransaction, { params: { id } });
    expect(transaction_history).toEqual([
      {
        note: 'Agreed on the phone',
        date: expect.stringMatching(/Z$/),
        by: 'Priya Raman',
        before: { amount: before.amount, quantity: before.quantity, commission_paid: false },
        after: { amount: 99.9, quantity: 7, commission_paid: true },
      },
    ]);
    expect(await world.sql('select charged_cents, gateway_id from transactions where id = $1', [id])).toEqual([
      charged,
    ]);
    const audited = await world.sql(
      `select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'transactions.edit' and subject_id = $1`,
      [String(id)],
    );
    expect(audited).toEqual([{ facts: { fields: ['quantity', 'amount', 'commission_paid'] } }]);
  });

  test('a correction updates the totals', async () => {
    const id = await newest({ product_id: 12 });
    const before = await world.call(admin, listTransactions, { query: { product_id: 12 } });
    const { amount } = await world.call(admin, readTransaction, { params: { id } });
    await update(id, { amount: 0.05, transaction_note: 'Returned' });
    const after = await world.call(admin, listTransactions, { query: { product_id: 12 } });
    expect(Math.round((before.total_amount - after.total_amount) * 100)).toBe(Math.round((amount - 0.05) * 100));
    await update(id, { product_id: 8, transaction_note: 'It was a cannula' });
    expect((await world.call(admin, listTransactions, { query: { product_id: 12 } })).count).toBe(before.count - 1);
    expect((await world.call(admin, listTransactions, { query: { product_id: 8 } })).count).toBe(1);
    for (const sums of ['transaction_tallies', 'transaction_months']) {
      const [odd] = await world.sql(`select count(*)::int as n from (
        select kind, value, sum(n) n, sum(cents) cents from ${sums} where kind = 'product' group by 1, 2
        except select 'product', product_id, count(*), sum(amount_cents) from transactions group by 2) x where n <> 0`);
      expect(odd).toEqual({ n: 0 });
    }
  });

  test('a correction of the rep sets the users above the new rep, and other sales keep their chain', async () => {
    const rep3 = await world.idOf('rep3@vialkeep.test');
    const id = await newest({ sales_rep_id: await world.idOf('rep@vialkeep.test') });
    const before = await world.sql('select count(*)::int as n from transactions where rep_id = $1', [rep3]);
    await update(id, { sales_rep: rep3, transaction_note: 'Wrong rep' });
    const [row] = await kept(id);
    expect(row).toMatchObject({ rep_id: rep3, manager_id: await world.idOf('manager2@vialkeep.test') });
    const [after] = await world.sql<{ n: number }>('select count(*)::int as n from transactions where rep_id = $1', [
      rep3,
    ]);
    expect(after?.n).toBe(Number(before[0]?.n) + 1);
    await world.sql('update relations set ended_at = now() where subject_id = $1', [rep3]);
    expect((await kept(id))[0]).toMatchObject({ manager_id: await world.idOf('manager2@vialkeep.test') });
  });

  test('a correction of an outdated version is refused, and of two simultaneous ones one succeeds', async () => {
    const id = await newest();
    const { version } = await world.call(admin, readTransaction, { params: { id } });
    const answers = await Promise.all(
      [3, 4].map((quantity) => update(id, { quantity, transaction_note: 'Counted again', version })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().reason).toBe('changed_meanwhile');
  });

  test.each([
    ['transaction_note', {}],
    ['transaction_note', { transaction_note: '   ' }],
    ['product_id', { product_id: 4, transaction_note: 'x' }],
    ['amount', { amount: 1.005, transaction_note: 'x' }],
    ['amount', { amount: -1, transaction_note: 'x' }],
    ['amount', { amount: 1e9, transaction_note: 'x' }],
    ['quantity', { quantity: 0, transaction_note: 'x' }],
    ['quantity', { quantity: 1.5, transaction_note: 'x' }],
  ])('a correction is refused by the field %s for %j', async (field, body) => {
    const id = await newest();
    const before = await kept(id);
    const response = await update(id, body);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
    expect(await kept(id)).toEqual(before);
  });

  test('a correction cannot name a user of another site or of another plan', async () => {
    const id = await newest({ domain_id: 1 });
    const before = await kept(id);
    for (const [field, who] of [
      ['harvest_center', 'hc@north.test'],
      ['referral_harvest_center', 'hc@vialkeep.test'],
      ['sales_rep', 'manager@vialkeep.test'],
      ['patient', 'patient@north.test'],
      ['patient', 'admin@vialkeep.test'],
    ] as const) {
      const response = await update(id, { [field]: await world.idOf(who), transaction_note: 'x' });
      expect(response.statusCode, field).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual([field]);
    }
    expect(await kept(id)).toEqual(before);
  });

  test('T36 the history of corrections cannot be changed', async () => {
    const { store } = world.app.services;
    for (const statement of [
      'update transaction_changes set note = $1',
      'delete from transaction_changes where note = $1',
    ]) {
      await expect(queryAs(store, 'platform', statement, ['x'])).rejects.toThrow(/permission denied/);
    }
    await expect(queryAs(store, 'platform', 'update transactions set charged_cents = $1', [1])).rejects.toThrow(
      /permission/,
    );
    await expect(queryAs(store, 'platform', 'update transaction_tallies set cents = $1', [1])).rejects.toThrow(
      /permission/,
    );
  });
});

describe('F144 Details from the payment provider', () => {
  test('the details contain the transaction’s id and no card number', async () => {
    const response = await world.send(admin, readProviderDetails, { params: { id: await newest() } });
    expect(response.json()).toMatchObject({ transaction_id: expect.any(String), gateway: 'sandbox' });
    expect(response.body).not.toMatch(/\d{13,}/);
  });

  test('a free order is refused with 400, and a charge of another gateway has no details', async () => {
    const [{ id } = { id: 0 }] = await world.sql<{ id: number }>(
      `insert into transactions (domain_id, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
         harvest_fee_cents, discount_cents, charged_cents, charged_quantity, gateway, invoice_id, description, receipt_email)
       select domain_id, id, 3, 1, 0, 29500, 0, 0, 29500, 0, 1, 'sandbox', 1, 'Harvesting Kit', email from users
       where email = 'hc@vialkeep.test' returning id`,
    );
    const refused = await world.send(admin, readProviderDetails, { params: { id } });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toBe('No transactionAuthorizeId available - cannot fetch authorized details');
    const other = await newest({ product_id: 1 });
    await world.sql(`update transactions set gateway = 'authorizenet' where id = $1`, [other]);
    const unknown = await world.send(admin, readProviderDetails, { params: { id: other } });
    expect(unknown.json().message).toBe('No data returned from the server');
  });
});

describe('F143 Correction of a transaction with commission', () => {
  test('the audit row has the digests of exactly the entries that the correction posted, in their order', async () => {
    await switchCommissions(world, true);
    await adoptedPlan(world, admin, { starts_on: daysAgo(4_000), rules: [{ level: 'rep', rate_bp: 800 }] });
    const id = await newest({ sales_rep_id: await world.idOf('rep2@vialkeep.test') });
    await update(id, { commission_paid: false, transaction_note: 'Not paid' });
    const [{ last } = { last: 0 }] = await world.sql<{ last: number }>('select max(id) as last from journal_entries');
    await update(id, { amount: '88.80', quantity: 9, commission_paid: true, transaction_note: 'Agreed on the phone' });
    const posted = await world.sql<{ kind: string; digest: string }>(
      `select split_part(key, ':', 1) as kind, encode(digest, 'hex') as digest from journal_entries
       where id > $1 order by id`,
      [last],
    );
    expect(posted.map(({ kind }) => kind)).toEqual(['corrected', 'earned', 'by-hand']);
    const [audited] = await world.sql(
      `select facts - '{origin_hash,changes,person}'::text[] as facts from audit_log
       where action = 'transactions.edit' and subject_id = $1 order by position desc limit 1`,
      [String(id)],
    );
    expect(audited).toEqual({
      facts: { fields: ['quantity', 'amount', 'commission_paid'], journal: posted.map(({ digest }) => digest) },
    });
  });
});

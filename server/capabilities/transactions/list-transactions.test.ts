import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { listTransactions, readRevenue } from '@vialkeep/contract/transactions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planOf } from '../../testing/plans/plan-of.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { buyersAndSellersNamed } from './search-transactions.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const list = (query: object = {}, caller = admin) => world.call(caller, listTransactions, { query });

/** The count and total of a plain query over the table. */
async function counted(where: string, values: unknown[] = []) {
  const [row] = await world.sql<{ count: number; cents: string; ids: number[] }>(
    `select count(*)::int as count, coalesce(sum(amount_cents), 0) as cents,
       coalesce(array_agg(id order by date desc, id desc), '{}') as ids from transactions where ${where}`,
    values,
  );
  return { count: row?.count ?? 0, total: Number(row?.cents) / 100, ids: row?.ids ?? [] };
}

async function agrees(query: object, where: string, values: unknown[] = []) {
  const expected = await counted(where, values);
  const whole = await list({ ...query, limit: 100 });
  expect({ count: whole.count, total: whole.total_amount, ids: whole.results.map(({ id }) => id) }).toEqual(expected);
  const second = await list({ ...query, limit: 5, offset: 5 });
  expect(second.results.map(({ id }) => id)).toEqual(expected.ids.slice(5, 10));
  expect([second.count, second.total_amount]).toEqual([expected.count, expected.total]);
  return expected.count;
}

describe('F140 List of all transactions', () => {
  test('the list has ten rows per page, newest first, with the total of all', async () => {
    const page = await list();
    expect(page.results).toHaveLength(10);
    expect(await agrees({}, 'true')).toBeGreaterThan(20);
    const last = await list({ offset: 40 });
    expect(last.results.length).toBe(page.count - 40);
    expect((await list({ offset: 10_000 })).results).toEqual([]);
  });

  test('each row names its users with their ids', async () => {
    const rhc = await world.idOf('rhc@vialkeep.test');
    const { results } = await list({ referral_harvest_center_id: rhc });
    expect(results[0]).toMatchObject({
      domain: 'Vialkeep',
      harvest_center: await world.idOf('hc@vialkeep.test'),
      hc: 'Stein Regenerative Clinic',
      referral_harvest_center: rhc,
      sales_rep: await world.idOf('rep@vialkeep.test'),
      sales_rep_desc: 'Julian Reyes',
      sales_manager_desc: 'Petra Nolan',
      sales_distributor_desc: 'Walter Ashby',
      product: 'New Patient Referral Processing Fee',
      transaction_id: expect.stringMatching(/^\d+$/),
    });
    expect(results[0]?.patient_desc).not.toBe('');
  });

  test('every filter, alone and combined, matches a plain count', async () => {
    const id = (who: string) => world.idOf(`${who}@vialkeep.test`);
    const people = [
      ['sales_rep_id', 'rep_id', await id('rep')],
      ['sales_manager_id', 'manager_id', await id('manager')],
      ['sales_distributor_id', 'distributor_id', await id('distributor')],
      ['harvest_center_id', 'center_id', await id('hc')],
      ['referral_harvest_center_id', 'referral_center_id', await id('rhc')],
      ['domain_id', 'domain_id', 2],
      ['product_id', 'product_id', 3],
    ] as const;
    for (const [name, column, value] of people) {
      expect(await agrees({ [name]: value }, `${column} = $1`, [value]), name).toBeGreaterThan(0);
      await agrees({ [name]: value, product_id: 3 }, `${column} = $1 and product_id = 3`, [value]);
      await agrees({ [name]: value, commission_paid: 'false' }, `${column} = $1 and not commission_paid`, [value]);
    }
    const [bought] = await world.sql<{ patient_id: number }>(
      'select patient_id from transactions where patient_id is not null limit 1',
    );
    await agrees({ patient_id: bought?.patient_id }, 'patient_id = $1', [bought?.patient_id]);
  });

  test('a range of days includes both of its days, in each accepted spelling', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const [first, last] = [day(200), day(35)];
    const range = 'day_of(date) between $1 and $2';
    expect(await agrees({ date_after: first, date_before: last }, range, [first, last])).toBeGreaterThan(10);
    const short = (written: string) => written.replaceAll('-0', '-');
    await agrees({ date_after: short(first), date_before: short(last), product_id: 3 }, `${range} and product_id = 3`, [
      first,
      last,
    ]);
    await agrees({ date_after: day(11), date_before: day(11) }, range, [day(11), day(11)]);
  });

  test.each([
    [{ date_after: '2026-05-02', date_before: '2026-05-01' }, 'date_before', 'The range ends before it begins.'],
    [{ date_after: '2026-02-30' }, 'date_after', 'There is no such date.'],
    [{ date_before: '0000-12-31' }, 'date_before', 'There is no such date.'],
    [{ date_before: 'yesterday' }, 'date_before', 'Enter a date as YYYY-MM-DD.'],
    [{ product_id: 4 }, 'product_id', expect.any(String)],
    [{ sales_rep_id: '1 or 1=1' }, 'sales_rep_id', 'Must be a number.'],
  ])('the query %j is refused by the name of the field', async (query, field, message) => {
    const response = await world.send(admin, listTransactions, { query });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({ [field]: message });
  });

  test('C-39 an empty parameter counts as no filter', async () => {
    const response = await world.raw({
      url: '/api/admin/transactions/?&offset=0&sales_rep_id=&search=',
      headers: { authorization: `token ${admin.token}`, host: 'localhost' },
    });
    expect(response.json().count).toBe((await counted('true')).count);
  });

  test('S-31 an administrator of a site reads only that site', async () => {
    expect((await list({}, north)).count).toBe((await counted('domain_id = 2')).count);
    expect((await list({ domain_id: 1 }, north)).results).toEqual([]);
    expect((await list({ search: 'Stein' }, north)).count).toBe(0);
  });
});

describe('F141 Search of transactions', () => {
  test('a search finds the same people among all users as among the people of few transactions', async () => {
    const found = async () => [
      await list({ search: 'stein' }),
      await list({ search: 'reyes' }),
      await list({ search: 'anna' }),
    ];
    const few = await found();
    expect(few[0]?.count).toBeGreaterThan(0);
    await world.sql("update transaction_months set n = n + 10000 where kind = 'all'");
    const many = await found();
    await world.sql("update transaction_months set n = n - 10000 where kind = 'all'");
    expect(many).toEqual(few);
  });

  test('the people of few transactions are looked up by their ids, however many users there are', async () => {
    for (const scope of ['platform', DomainId.parse(1)] as const) {
      const db = world.app.services.store.read(scope);
      const plan = await planOf(world, scope, buyersAndSellersNamed('berg').compile(db));
      expect(plan).toMatch(/ on users\n +Index Cond: .*\bid = ANY/);
    }
  });

  test('a search finds ids, names, products and coupons, and ignores a text of three letters', async () => {
    const all = (await counted('true')).count;
    expect((await list({ search: 'Ste' })).count).toBe(all);
    await agrees({ search: 'stein reg' }, "center_id = (select id from users where email = 'hc@vialkeep.test')");
    await agrees({ search: 'REYES' }, "rep_id = (select id from users where email = 'rep@vialkeep.test')");
    await agrees({ search: 'banner' }, 'product_id = 12');
    await agrees({ search: 'welcome1' }, "coupon_code = 'WELCOME100'");
    const [{ id } = { id: 0 }] = (await list()).results;
    expect((await list({ search: String(id) })).results.map((found) => found.id)).toContain(id);
    expect((await list({ search: `#${id}` })).count).toBe(1);
    expect((await list({ search: 'hc@vialkeep.test' })).count).toBe(0);
    expect((await list({ search: '100%' })).count).toBe(0);
  });
});

test('the totals of the charts equal the totals of the table', async () => {
  const { months, sold, unpaid } = await world.call(admin, readRevenue);
  expect(months).toHaveLength(12);
  const rows = await world.sql<{ month: string; product_id: number; count: number; amount: number; unpaid: number }>(
    `select to_char(day_of(date), 'YYYY-MM') as month, product_id, count(*)::int as count,
       sum(amount_cents)::float8 / 100 as amount,
       coalesce(sum(amount_cents) filter (where not commission_paid), 0)::float8 / 100 as unpaid
     from transactions where day_of(date) >= ($1 || '-01')::date group by 1, 2 order by 1, 2`,
    [months[0]],
  );
  expect(
    sold.map(({ month, product_id, count, amount, unpaid_amount: due }) => ({
      month,
      product_id,
      count,
      amount,
      unpaid: due,
    })),
  ).toEqual(rows);
  const due = await counted('not commission_paid');
  expect(unpaid).toEqual({ count: due.count, amount: due.total });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { correct, insertSale, isMarkedPaid, linesOf, sell } from '../../testing/commissions/commission-world.ts';
import { listMoneyFaults, makeApproved, payRun, preparePayouts } from '../../testing/commissions/payout-world.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let other: Caller;
let seats: { readonly reps: readonly number[]; readonly manager: number };

const COUNTED = [
  'commission_lines',
  'payout_people',
  'transactions',
  'journal_entries',
  'journal_lines',
  'journal_days',
];

beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  other = await world.as('super');
  const { manager } = await preparePayouts(world, admin);
  await world.sql('update money_settings set four_eyes_cents = 100000000, min_payout_cents = 1');
  const reps = await world.sql<{ id: number }>(
    `insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement)
     select domain_id, plan_id, 'payee' || n || '@people.test', 'Payee', 'Number ' || n, password_hash, check_agreement
     from users, generate_series(1, 12) n where email = 'rep@vialkeep.test' returning id`,
  );
  seats = { reps: reps.map(({ id }) => id), manager };
  await world.sql('create table counted_statements (name text not null)');
  await world.sql('grant insert on counted_statements to public');
  await world.sql(
    `create function count_statement() returns trigger language plpgsql security definer as
     'begin insert into public.counted_statements values (tg_op || '' '' || tg_table_name); return null; end'`,
  );
  for (const table of COUNTED) {
    await world.sql(`create trigger zz_counted after insert or update on ${table} execute function count_statement()`);
  }
});
afterAll(() => world.close());

/** Pays a run of these people and returns how many statements changed each table. */
async function countStatements(reps: readonly number[], salesOfEach: number): Promise<object> {
  const sales: number[] = [];
  for (const rep of reps) {
    for (let n = 0; n < salesOfEach; n += 1)
      sales.push(await sell(world, { rep, manager: seats.manager, price: 50_000 }));
  }
  const { id, people } = await makeApproved(world, admin, other);
  expect(people).toHaveLength(reps.length + 1);
  await world.sql('delete from counted_statements');
  expect((await payRun(world, admin, id)).json()).toMatchObject({ state: 'paid' });
  const rows = await world.sql<{ name: string; n: number }>(
    'select name, count(*)::int as n from counted_statements group by 1 order by 1',
  );
  for (const sale of sales) expect(await isMarkedPaid(world, sale)).toBe(true);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

test('a run of twelve people with four times the lines is paid by as many statements as one of a single person', async () => {
  const single = await countStatements(seats.reps.slice(0, 1), 1);
  const many = await countStatements(seats.reps, 3);
  expect(many).toEqual(single);
  expect(many).toMatchObject({ 'INSERT journal_entries': 1, 'INSERT journal_lines': 1, 'UPDATE commission_lines': 1 });
  expect(await listMoneyFaults(world)).toEqual([]);
});

test('a column of a line other than its payment cannot be changed, also beside its payment', async () => {
  const columns = await world.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'commission_lines'
       and column_name not in ('payout_id', 'paid_on', 'paid_how')`,
  );
  const [definition] = await world.sql<{ text: string }>(
    `select pg_get_triggerdef(oid) as text from pg_trigger where tgname = 'commission_lines_are_kept'`,
  );
  expect(columns.length).toBeGreaterThan(20);
  for (const { name } of columns) expect(definition?.text).toMatch(new RegExp(`old\\."?${name}\\b`));
  const sale = await sell(world, { rep: seats.reps[0] ?? 0 });
  const [line] = await linesOf(world, sale);
  await expect(
    world.sql("update commission_lines set paid_on = day_of(now()), paid_how = 'by_hand', cents = 1 where id = $1", [
      line?.id,
    ]),
  ).rejects.toThrow('is kept as it was written');
});

test('a correction of a sale changes the sums of its days by the difference, and writes no sum that stays as it is', async () => {
  const sale = await insertSale(world, { rep: seats.reps[1] ?? 0, manager: seats.manager });
  const sums = () =>
    world.sql(
      `select kind, value, n, cents::int, unpaid_n, unpaid_cents::int, xmin::text from transaction_tallies
       where day = (select day_of(date) from transactions where id = $1) order by kind, value, part`,
      [sale],
    );
  const before = await sums();
  await world.sql("update transactions set description = 'Other words' where id = $1", [sale]);
  expect(await sums()).toEqual(before);
  await correct(world, admin, sale, { amount: 400 });
  expect(await sums()).not.toEqual(before);
  expect(await listMoneyFaults(world)).toEqual([]);
});

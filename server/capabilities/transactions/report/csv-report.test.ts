import { BYTE_ORDER_MARK, csvCell, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { exportTransactionsCsv } from '@vialkeep/contract/transactions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../kernel/db/db.ts';
import type { Scope } from '../../../kernel/db/scope.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { hostileTexts } from '../../../testing/hostile-texts.ts';
import { personOfPlan } from '../../../testing/people.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { filtersOf, matchesFilters } from '../transactions.filters.ts';
import { columnRuns, type Group, reportColumns } from './report-columns.ts';
import { openReportWriter } from './report-writer.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
  const texts = hostileTexts(1_000);
  await world.sql(
    `insert into users (domain_id, plan_id, email, first_name, last_name, company)
     select 1 + n % 2, 4, 'hostile' || n || '@hostile.test', text, case when n % 3 = 0 then '' else text end,
       case when n % 4 = 0 then '' else text end
     from unnest($1::text[]) with ordinality as texts (text, n)`,
    [texts.map((text) => text.slice(0, 2_000))],
  );
  await world.sql(`update products set name = $1 where id = 3`, ['=1+1,"\n-2']);
  await world.sql(
    `with people as (
       select domain_id, array_agg(id order by id) as ids from users where email like '%@hostile.test' group by domain_id)
     insert into transactions (domain_id, date, buyer_id, product_id, quantity, amount_cents, price_cents, shipping_cents,
       harvest_fee_cents, discount_cents, charged_cents, charged_quantity, coupon_code, center_id, referral_center_id,
       staff_id, patient_id, rep_id, manager_id, distributor_id, commission_paid, gateway, gateway_id, invoice_id,
       description, receipt_email)
     select domain_id, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 day 17 minutes 3.7654321 seconds' / 7,
       ids[1 + n % 500], case when n % 2 = 0 then 3 else 1 end, 1 + n % 9, n * 7, 1 + n, 0, 0, n % 3, 1 + n - n % 3, 1,
       left(text, 40), case when n % 5 > 0 then ids[1 + n % 499] end, case when n % 6 = 0 then ids[1 + n % 497] end,
       case when n % 7 = 0 then ids[1 + n % 491] end, case when n % 3 > 0 then ids[1 + n % 487] end,
       case when n % 4 > 0 then ids[1 + n % 479] end, case when n % 4 > 1 then ids[1 + n % 467] end,
       case when n % 4 > 2 then ids[1 + n % 463] end, n % 2 = 0, 'none', 'h' || n, n, 'Kit', 'a@b.test'
     from unnest($1::text[]) with ordinality as texts (text, n) join people on people.domain_id = 1 + n % 2`,
    [texts],
  );
});
afterAll(() => world.close());

/** The file as the server made it row by row, before PostgreSQL wrote its cells. */
async function fileByRows(scope: Scope, query: Record<string, string>): Promise<string> {
  const db = world.app.services.store.readSlowly(scope);
  // @NOTE filters depend on nothing else of an actor.
  const actor = { scope, plan: Plan.admin } as Actor;
  const rows = await listRows(db, await filtersOf(db, actor, exportTransactionsCsv.query.parse(query)));
  const write = await openReportWriter(db, {
    between: ',',
    nothing: '',
    text: csvCell,
    number: String,
    amount: (cents) => String(cents).padStart(3, '0').replace(/(..)$/, '.$1'),
    moment: (seconds) => new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' '),
  });
  const lines = await write(rows);
  return `${BYTE_ORDER_MARK}${csvLine(reportColumns)}${lines.map((line) => `${line}\r\n`).join('')}`;
}

function listRows(db: Db, filters: Awaited<ReturnType<typeof filtersOf>>) {
  const group = (name: Group) => {
    const numbers = columnRuns(name).flatMap((parts) => parts.map(({ of }) => sql`${sql.ref(of)}::integer::text`));
    return sql<string>`array_to_string(array[${sql.join(numbers)}], ',', '')`.as(name);
  };
  return db
    .selectFrom('transactions')
    .select(['id', sql<number>`floor(date_part('epoch', date))::bigint`.as('seconds'), 'coupon_code as coupon'])
    .select([group('who'), group('patient'), group('sale')])
    .where(matchesFilters(filters))
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const sites = [
  { who: 'admin', host: 'localhost', scope: 'platform' },
  { who: 'super', host: 'localhost', scope: 'platform' },
  { who: 'admin@north.test', host: 'north.localhost', scope: DomainId.parse(2) },
] as const;

test.each(sites)('the file of $who equals the one made row by row, with hostile texts in every cell', async (site) => {
  const { body } = await world.send(await world.as(site.who, site.host), exportTransactionsCsv);
  expect(body.split('\r\n').length).toBeGreaterThan(500);
  expect(body === (await fileByRows(site.scope, {}))).toBe(true);
});

test('hostile texts and values in every filter choose the same rows as in the list', async () => {
  const admin = await world.as('admin');
  const center = String(await world.idOf('hostile3@hostile.test'));
  const queries: Record<string, string>[] = [
    ...hostileTexts(process.env.LONG ? 60 : 20).map((text) => ({ search: text.slice(0, 60) })),
    { search: "x' or true --" },
    { search: '$1' },
    { search: `hostile${'9'.repeat(80)}` },
    { product_id: '3', domain_id: '2', commission_paid: 'true' },
    { harvest_center_id: center, date_after: '2026-01-05', date_before: '2026-03-01' },
    { sales_rep_id: center, sales_manager_id: center, sales_distributor_id: center, patient_id: center },
    { referral_harvest_center_id: '2147483647' },
    { commission_paid: 'false', date_after: '2026-02-29' },
  ];
  for (const query of queries) {
    const { statusCode, body } = await world.send(admin, exportTransactionsCsv, { query });
    // The input's own rules refuse a few of them before any statement.
    if (statusCode === 400) continue;
    expect(statusCode, JSON.stringify(query)).toBe(200);
    expect(body === (await fileByRows('platform', query)), JSON.stringify(query)).toBe(true);
  }
});

test('the file is refused to every plan but administrators', async () => {
  for (const [plan, person] of Object.entries(personOfPlan)) {
    const { statusCode } = await world.send(await world.as(person), exportTransactionsCsv, {
      query: { patient_id: 1 },
    });
    const isAdministrator = Number(plan) === Plan.admin || Number(plan) === Plan.superAdmin;
    expect(statusCode, person).toBe(isAdministrator ? 200 : 403);
  }
});

import { listCommissionLines } from '@vialkeep/contract/commissions.ts';
import { listJournal, readBalances } from '@vialkeep/contract/journal.ts';
import { type MoneyFigure, readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjust, makeApproved, payRun } from '../../testing/commissions/payout-world.ts';
import { plantOrphan, runNow } from '../../testing/reconciliation/planted-charges.ts';
import { askRefund, buyKit, buySettledKit } from '../../testing/refunds/refundable-purchase.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
let north: Caller;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
});
afterAll(() => world.close());

const read = (by = admin, query: object = {}) => world.call(by, readMoneyOverview, { query });
const thisMonth = new Date().toISOString().slice(0, 7);

const allOf = (account: number) => ({ account, from: null, to: null, kind: null });

/** The balance of the account and days that a figure names, with credits above 0. */
async function journalOf({ journal }: MoneyFigure, domainId?: number): Promise<number> {
  const { account, from, to } = journal;
  const query = { ...(from && { from }), ...(to && { to }), ...(domainId && { domain_id: String(domainId) }) };
  const { accounts } = await world.call(admin, readBalances, { query });
  return -(accounts.find(({ code }) => code === account)?.balance ?? 0);
}

test('each figure of revenue equals the journal behind it, and their sum is what was recognised', async () => {
  await askRefund(world, admin, await buySettledKit(world, await world.as('hc')), { amount: 20.01 });
  const { revenue } = await read();
  expect(revenue.months).toHaveLength(12);
  expect(revenue.months.at(-1)?.month).toBe(thisMonth);
  for (const { product, shipping, storage, discounts, refunds, chargebacks, recognised } of revenue.months) {
    for (const earned of [product, shipping, storage]) expect(earned.amount).toBeCloseTo(await journalOf(earned), 2);
    for (const lost of [discounts, refunds, chargebacks]) expect(lost.amount).toBeCloseTo(-(await journalOf(lost)), 2);
    const earned = product.amount + shipping.amount + storage.amount;
    expect(recognised).toBeCloseTo(earned - discounts.amount - refunds.amount - chargebacks.amount, 2);
  }
  const now = revenue.months.at(-1);
  expect(revenue.recognised).toBe(now?.recognised);
  expect(now?.refunds.amount).toBeGreaterThanOrEqual(20.01);
  const { from, to } = now?.refunds.journal ?? {};
  const entries = await world.call(admin, listJournal, { query: { account: 'revenue', from, to, limit: '100' } });
  expect(entries.count).toBe(entries.results.length);
  const lines = entries.results.flatMap((entry) => entry.lines);
  const ofRevenue = lines.filter(({ account }) => account >= 4000 && account < 5000);
  expect(now?.recognised).toBeCloseTo(
    ofRevenue.reduce((sum, { debit, credit }) => sum + credit - debit, 0),
    2,
  );
  expect(new Set(entries.results.map(({ kind }) => kind))).not.toContain('commission');
});

/** The sum of all lines of commission that a figure opens. */
async function sumOfLines(by: Caller, query: Record<string, string>): Promise<number> {
  const page = (offset: number) =>
    world.call(by, listCommissionLines, { query: { ...query, limit: '100', offset: String(offset) } });
  const { count, results } = await page(0);
  const lines = [...results];
  while (lines.length < count) lines.push(...(await page(lines.length)).results);
  return lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;
}

test('what is held and what is payable equal the lines that they open, and together the payable account', async () => {
  await buyKit(world, await world.as('hc'));
  const { owed } = await read();
  expect(owed.months).toHaveLength(14);
  expect(Math.min(owed.held, owed.payable)).toBeGreaterThan(0);
  const states = new Set(['in_run', 'disputed']);
  const { results } = await world.call(admin, listCommissionLines, { query: { owed: 'payable', limit: '100' } });
  expect(results.some(({ state }) => states.has(state))).toBe(true);
  for (const side of ['held', 'payable'] as const) {
    expect(owed[side]).toBeCloseTo(await sumOfLines(admin, { owed: side }), 2);
    expect((await read(admin, { domain_id: '1' })).owed[side]).toBeCloseTo(
      await sumOfLines(admin, { owed: side, domain_id: '1' }),
      2,
    );
  }
  for (const { month, held, payable } of owed.months) {
    expect(held).toBeCloseTo(await sumOfLines(admin, { owed: 'held', due: month }), 2);
    expect(held + payable).toBeCloseTo(await sumOfLines(admin, { owed: 'all', due: month }), 2);
  }
  expect(await sumOfLines(north, { owed: 'payable' })).toBe(0);
  expect(owed.held + owed.payable).toBeCloseTo(await journalOf({ amount: 0, journal: allOf(2000) }), 2);
  expect((await world.send(admin, listCommissionLines, { query: { owed: 'paid' } })).statusCode).toBe(400);
});

test('what was paid in each month is the sum of the entries that the figure opens', async () => {
  const by = await Promise.all(['admin', 'super'].map((who) => world.as(who)));
  await adjust(world, admin, await world.idOf('rep@vialkeep.test'), 40);
  const approved = await makeApproved(world, admin, by[1] ?? admin);
  expect((await payRun(world, admin, approved.id)).statusCode).toBe(200);
  const { owed } = await read();
  for (const { paid } of owed.months) {
    const { account, from, to, kind } = paid.journal;
    const query = { account: String(account), from: from ?? '', to: to ?? '', kind: kind ?? '', limit: '100' };
    const { results, count } = await world.call(admin, listJournal, { query });
    expect(count).toBe(results.length);
    const lines = results.flatMap((entry) => entry.lines.filter((line) => line.account === account));
    expect(paid.amount).toBeCloseTo(
      lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0),
      2,
    );
  }
  expect(owed.paid.amount).toBeGreaterThan(0);
});

test('deferred revenue is the balance at the end of each month', async () => {
  await world.sql(
    `select post_entry(2, 'storage', 'storage:1', 'Storage', '[{"account": 1000, "cents": 18000}, {"account": 2100, "cents": -18000}]')
     from set_config('role', 'vialkeep_platform', false)`,
  );
  await world.sql('reset role');
  const { deferred } = await read();
  expect(deferred.now).toEqual({ amount: 180, journal: allOf(2100) });
  expect(deferred.months.map(({ balance }) => balance.amount)).toEqual([...Array<number>(11).fill(0), 180]);
  expect((await read(admin, { domain_id: '1' })).deferred.now.amount).toBe(0);
});

test('a site’s administrator sees the money of the site only, and nothing of another', async () => {
  const own = await read(north);
  expect(own.deferred.now.amount).toBe(180);
  expect(own).toEqual(await read(admin, { domain_id: '2' }));
  const others = await read(north, { domain_id: '1' });
  expect(others.revenue.months.every(({ recognised }) => recognised === 0)).toBe(true);
  expect(others).toMatchObject({ refunds_waiting: 0, differences: 0, owed: { held: 0 } });
});

test('refunds that wait and open differences are counted, those of no site for the platform', async () => {
  const before = await read();
  await askRefund(world, admin, await buyKit(world, await world.as('hc')), { amount: 20 });
  await plantOrphan(world, { reference: '' });
  await runNow(world, admin);
  const after = await read();
  expect(after).toMatchObject({
    refunds_waiting: before.refunds_waiting + 1,
    differences: before.differences + 1,
  });
  expect(await world.call(admin, readWaiting)).toMatchObject({ differences: after.differences });
  expect((await read(north)).differences).toBe(0);
});

test('the overview reads sums and indexes only', async () => {
  await world.sql('set enable_seqscan = off');
  const plan = async (statement: string) =>
    (await world.sql<{ 'QUERY PLAN': string }>(`explain ${statement}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(
    await plan(
      `select payable_on, sum(cents) from commission_lines where domain_id = any ('{1,2}') and paid_on is null
         and not retained group by 1`,
    ),
  ).toContain('commission_lines_owed');
  expect(
    await plan(
      `select sum(credit_cents) from journal_months where domain_id = any ('{1,2}') and account = any ('{4000,4010}')`,
    ),
  ).toContain('journal_months_pkey');
  await world.sql('reset enable_seqscan');
});

import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { adjustCommission, listCommissionLines, readTransactionCommission } from '@vialkeep/contract/commissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addRun,
  adoptedPlan,
  clearCommissions,
  correct,
  daysAgo,
  insertSale,
  isMarkedPaid,
  linesOf,
  refund,
  runBacklog,
  sell,
  switchCommissions,
} from '../../../testing/commissions/commission-world.ts';
import { kitOrder } from '../../../testing/kit-order.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { verifyJournal } from '../../journal/index.ts';
import { verifyCommissions } from '../index.ts';

let world: World;
let admin: Caller;
let chain: { rep: number; manager: number; distributor: number; affiliate: number };
let house: number;
let rep2: number;

beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  await clearCommissions(world);
  await switchCommissions(world, true);
  admin = await world.as('admin');
  const idOf = (who: string) => world.idOf(`${who}@vialkeep.test`);
  chain = {
    rep: await idOf('rep'),
    manager: await idOf('manager'),
    distributor: await idOf('distributor'),
    affiliate: await idOf('affiliate'),
  };
  house = await idOf('house');
  rep2 = await idOf('rep2');
  await adoptedPlan(world, admin, {
    starts_on: daysAgo(30),
    house_id: house,
    empty_seats: 'house',
    rules: [
      { level: 'rep', rate_bp: 800 },
      { level: 'rep', product_ids: [2], rate_bp: 500 },
      { level: 'rep', product_ids: [12], rate_bp: 0 },
      { level: 'rep', product_ids: [8], piece: 12.5 },
      { level: 'rep', person_id: rep2, rate_bp: 1_000 },
      { level: 'manager', rate_bp: 200, base: 'net_with_harvest' },
      { level: 'distributor', rate_bp: 100, base: 'charged' },
      { level: 'affiliate', rate_bp: 150 },
    ],
  });
});
afterAll(() => world.close());

const faults = async () => {
  const db = world.app.services.store.read('platform');
  return [...(await verifyCommissions(db)), ...(await verifyJournal(db))].filter(
    ({ fault }) => !fault.includes('opening'),
  );
};
const amounts = async (id: number) =>
  (await linesOf(world, id)).map(({ level, kind, cents }) => `${level} ${kind} ${cents}`);
const owed = async (person: number) => {
  const [row] = await world.sql<{ cents: number }>(
    'select -coalesce(sum(cents), 0)::int as cents from journal_lines where account = 2000 and person_id = $1',
    [person],
  );
  return row?.cents;
};

describe('Earning', () => {
  test('a checkout gives each seat its line in the same transaction, and the audit row has the digest', async () => {
    const hc = await world.as('hc');
    const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
    const { purchase } = await world.call(hc, checkOut, { body: { ...kitOrder, invoice_id } });
    const { lines, base } = await world.call(admin, readTransactionCommission, {
      params: { id: purchase.transaction_id },
    });
    expect(base).toBe(295);
    expect(lines.map(({ level, amount, arithmetic, words }) => [level, amount, arithmetic, words])).toEqual([
      ['rep', 23.6, '8% of $295.00 = $23.60', 'Sales rep: 8% of the net amount'],
      ['manager', 5.9, '2% of $295.00 = $5.90', 'Sales manager: 2% of the net amount with the harvest fee'],
      ['distributor', 3.2, '1% of $320.00 = $3.20', 'Distributor: 1% of the whole amount'],
      ['affiliate', 4.43, '1.5% of $295.00 = $4.43', 'Affiliate: 1.5% of the net amount'],
    ]);
    expect(lines.every(({ state }) => state === 'held')).toBe(true);
    expect(
      await world.sql(
        `select facts -> 'journal' ? (select encode(digest, 'hex') from journal_entries where key = 'earned:' || $1 || ':0')
           as sealed from audit_log where action = 'transactions.record' and subject_id = $1`,
        [String(purchase.transaction_id)],
      ),
    ).toEqual([{ sealed: true }]);
    expect(await isMarkedPaid(world, purchase.transaction_id)).toBe(false);
    expect(await faults()).toEqual([]);
  });

  test('a site without commissions gets no lines by a checkout', async () => {
    await switchCommissions(world, false);
    const hc = await world.as('hc');
    const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
    const { purchase } = await world.call(hc, checkOut, { body: { ...kitOrder, invoice_id } });
    await switchCommissions(world, true);
    expect(await linesOf(world, purchase.transaction_id)).toEqual([]);
  });

  test.each([
    ['a product of its own rate', { product: 2 }, 'rep earned 1475'],
    ['a rate of 0, which is a rule', { product: 12 }, 'rep earned 0'],
    ['an amount for each piece', { product: 8, quantity: 3 }, 'rep earned 3750'],
    ['one cent', { price: 1, shipping: 0 }, 'rep earned 0'],
    ['the half of a cent, which is rounded up', { price: 56, shipping: 0 }, 'rep earned 4'],
    ['a base of 0', { price: 0, shipping: 2_500 }, 'rep earned 0'],
  ])('the rep of a sale with %s earns %o', async (_name, sale, line) => {
    const id = await sell(world, { rep: chain.rep, ...sale });
    expect((await amounts(id))[0]).toBe(line);
  });

  test('the rule of a person goes before the rule of a product', async () => {
    const id = await sell(world, { rep: rep2, product: 2 });
    expect((await amounts(id))[0]).toBe('rep earned 2950');
  });

  test('the harvest fee belongs to the base with harvest and the charged base only', async () => {
    const id = await sell(world, { ...chain, product: 13, price: 100_000, shipping: 1_000, harvest: 20_000 });
    expect(await amounts(id)).toEqual([
      'rep earned 8000',
      'manager earned 2400',
      'distributor earned 1210',
      'affiliate earned 1500',
    ]);
  });

  test('lines of the house and of empty seats are retained and post nothing', async () => {
    const id = await sell(world, { rep: house });
    const lines = await linesOf(world, id);
    expect(lines.map(({ level, person_id, retained }) => [level, person_id, retained])).toEqual(
      ['rep', 'manager', 'distributor', 'affiliate'].map((level) => [level, house, true]),
    );
    expect(await world.sql("select id from journal_entries where key like 'earned:' || $1::int || ':%'", [id])).toEqual(
      [],
    );
    expect(await isMarkedPaid(world, id)).toBe(true);
    expect(await owed(house)).toBe(0);
  });

  test('a sale of before the plan has no lines, and its checkbox is as it was', async () => {
    const id = await sell(world, { ...chain, daysAgo: 31 });
    expect(await linesOf(world, id)).toEqual([]);
    expect((await correct(world, admin, id, { commission_paid: true })).json().commission_paid).toBe(true);
    expect((await correct(world, admin, id, { commission_paid: false })).json().commission_paid).toBe(false);
    expect(await linesOf(world, id)).toEqual([]);
  });
});

describe('Corrections', () => {
  test('a changed rep, product, quantity or amount takes back the old lines and earns anew', async () => {
    const before = await owed(chain.rep);
    const id = await sell(world, chain);
    for (const body of [{ amount: 420 }, { quantity: 2 }, { product_id: 2 }, { sales_rep: rep2 }]) {
      expect((await correct(world, admin, id, body)).statusCode).toBe(200);
      expect(await faults()).toEqual([]);
    }
    const ofRep = (await linesOf(world, id)).filter(({ level }) => level === 'rep');
    expect(ofRep.map(({ kind, cents, person_id }) => [kind, cents, person_id])).toEqual([
      ['earned', 2360, chain.rep],
      ['corrected', -2360, chain.rep],
      ['earned', 3160, chain.rep],
      ['corrected', -3160, chain.rep],
      ['earned', 3160, chain.rep],
      ['corrected', -3160, chain.rep],
      ['earned', 1975, chain.rep],
      ['corrected', -1975, chain.rep],
      ['earned', 3950, rep2],
    ]);
    expect(await owed(chain.rep)).toBe(before);
  });

  test('a correction of what no rule looks at changes no line', async () => {
    const id = await sell(world, chain);
    expect((await correct(world, admin, id, { patient: null, amount: 320, quantity: 1 })).statusCode).toBe(200);
    expect(await linesOf(world, id)).toHaveLength(4);
  });

  test('a correction after the payment takes back at once, and the sale is not paid any more', async () => {
    const before = await owed(chain.rep);
    const id = await sell(world, chain);
    await correct(world, admin, id, { commission_paid: true });
    expect(await owed(chain.rep)).toBe(before);
    const corrected = await correct(world, admin, id, { amount: 420, commission_paid: true });
    expect(corrected.json().commission_paid).toBe(false);
    const lines = (await linesOf(world, id)).filter(({ level }) => level === 'rep');
    expect(lines.map(({ kind, cents, paid_how }) => [kind, cents, paid_how])).toEqual([
      ['earned', 2360, 'by_hand'],
      ['corrected', -2360, null],
      ['earned', 3160, null],
    ]);
    expect(lines[1]?.payable_on).toBe(daysAgo(0));
    expect(await owed(chain.rep)).toBe((before ?? 0) + 800);
    expect(await faults()).toEqual([]);
  });

  test.each([
    ['another rep', {}, () => ({ sales_rep: rep2 }), 2_360, () => rep2, 2_950],
    ['another product', {}, () => ({ product_id: 2 }), 2_360, () => chain.rep, 1_475],
    ['another quantity', { product: 8, quantity: 3 }, () => ({ quantity: 2 }), 3_750, () => chain.rep, 2_500],
  ])('a correction to %s after the payment takes the paid line back and earns anew, to the cent', async (...row) => {
    const [, sale, change, paid, earner, earned] = row;
    const people = [chain.rep, rep2];
    const before = await Promise.all(people.map(owed));
    const id = await sell(world, { ...chain, ...sale });
    await correct(world, admin, id, { commission_paid: true });
    expect((await correct(world, admin, id, { ...change(), commission_paid: true })).statusCode).toBe(200);
    expect(await isMarkedPaid(world, id)).toBe(false);
    const lines = (await linesOf(world, id)).filter(({ level }) => level === 'rep');
    expect(lines.map(({ kind, cents, person_id, paid_how }) => [kind, cents, person_id, paid_how])).toEqual([
      ['earned', paid, chain.rep, 'by_hand'],
      ['corrected', -paid, chain.rep, null],
      ['earned', earned, earner(), null],
    ]);
    expect(await Promise.all(people.map(owed))).toEqual(
      people.map(
        (person, at) => (before[at] ?? 0) - (person === chain.rep ? paid : 0) + (person === earner() ? earned : 0),
      ),
    );
    expect(await faults()).toEqual([]);
  });

  test('a correction after a refund gives new lines that have lost the same part', async () => {
    const id = await sell(world, chain);
    await refund(world, id, 16_000);
    await correct(world, admin, id, { amount: 420 });
    const lines = (await linesOf(world, id)).filter(({ level }) => level === 'rep');
    expect(lines.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['earned', 2360],
      ['clawback', -1180],
      ['corrected', -1180],
      ['earned', 3160],
      ['clawback', -1580],
    ]);
    await refund(world, id, 16_000);
    expect((await linesOf(world, id)).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    expect(await faults()).toEqual([]);
  });

  test('a rep who has left the team keeps the lines of before', async () => {
    const id = await sell(world, chain);
    await world.sql("update relations set ended_at = now() where subject_id = $1 and kind = 'manager'", [chain.rep]);
    await correct(world, admin, id, { amount: 420 });
    expect((await amounts(id)).at(-3)).toBe('manager earned 790');
    await world.sql("update relations set ended_at = null where subject_id = $1 and kind = 'manager'", [chain.rep]);
  });
});

describe('Refunds', () => {
  test('parts take back in proportion, and a full refund leaves exactly 0', async () => {
    const id = await sell(world, chain);
    for (const cents of [10_667, 10_667, 10_666]) {
      await refund(world, id, cents);
      expect(await faults()).toEqual([]);
    }
    expect((await amounts(id)).filter((line) => line.startsWith('rep'))).toEqual([
      'rep earned 2360',
      'rep clawback -787',
      'rep clawback -786',
      'rep clawback -787',
    ]);
    expect((await linesOf(world, id)).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  });

  test('what a refund takes falls due with the line, at once where that is paid, and the checkbox stays', async () => {
    const held = await sell(world, chain);
    await refund(world, held, 16_000);
    const lines = await linesOf(world, held);
    expect(new Set(lines.map(({ payable_on }) => payable_on)).size).toBe(1);
    const paid = await sell(world, chain);
    await correct(world, admin, paid, { commission_paid: true });
    await refund(world, paid, 16_000);
    expect((await linesOf(world, paid)).at(-1)?.payable_on).toBe(daysAgo(0));
    expect(await isMarkedPaid(world, paid)).toBe(true);
  });
});

describe('The checkbox', () => {
  test('ticking pays the lines by hand, unticking takes it back, and sending it unchanged does nothing', async () => {
    const id = await sell(world, chain);
    const before = await owed(chain.rep);
    for (const [commission_paid, expected] of [
      [true, (before ?? 0) - 2360],
      [true, (before ?? 0) - 2360],
      [false, before],
      [false, before],
    ] as const) {
      const answer = await correct(world, admin, id, { commission_paid });
      expect([answer.statusCode, answer.json().commission_paid]).toEqual([200, commission_paid]);
      expect(await owed(chain.rep)).toBe(expected);
      expect(await faults()).toEqual([]);
    }
    const entries = await world.sql("select key from journal_entries where key like 'by-hand:' || $1::int || ':%'", [
      id,
    ]);
    expect(entries).toHaveLength(2);
  });

  test('a line that a payout run has paid is not taken back by the checkbox', async () => {
    const id = await sell(world, chain);
    await addRun(world, 7);
    await world.sql(
      "update commission_lines set payout_id = 7, paid_on = current_date, paid_how = 'run' where transaction_id = $1",
      [id],
    );
    expect(await isMarkedPaid(world, id)).toBe(true);
    const answer = await correct(world, admin, id, { commission_paid: false });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      reason: 'paid_in_run',
      message: 'Payout run #7 has paid this. Return the payment there.',
    });
    await world.sql(
      'update commission_lines set payout_id = null, paid_on = null, paid_how = null where payout_id = 7',
    );
  });

  test('ticking takes lines out of an unpaid payout run', async () => {
    const id = await sell(world, chain);
    await addRun(world, 8);
    await world.sql('update commission_lines set payout_id = 8 where transaction_id = $1', [id]);
    await correct(world, admin, id, { commission_paid: true });
    expect(await world.sql('select id from commission_lines where payout_id = 8')).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('50 ticks and unticks at once leave a state that agrees with the lines', async () => {
    const id = await sell(world, chain);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => correct(world, admin, id, { commission_paid: index % 2 === 0 })),
    );
    // 503: a busy machine ends a call that has waited too long for the row lock, and nothing of it is kept.
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect(statuses).toContain(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const states = new Set((await linesOf(world, id)).map(({ paid_how }) => paid_how));
    expect([...states]).toEqual([(await isMarkedPaid(world, id)) ? 'by_hand' : null]);
    expect(await faults()).toEqual([]);
  });
});

describe('The sales of before', () => {
  test('the backlog goes on after each batch, pays before what was marked as paid, and gives no line twice', async () => {
    const paid = await insertSale(world, { ...chain, daysAgo: 20, isPaid: true });
    const unpaid = await insertSale(world, { ...chain, daysAgo: 20 });
    const before = await owed(chain.rep);
    await world.sql('delete from commission_backlogs');
    for (let run = 0; run < 400; run += 1) await runBacklog(world, { batchSales: 1, batches: 1 });
    expect(await world.sql('select finished_at is not null as is_done from commission_backlogs')).toEqual([
      { is_done: true },
    ]);
    expect((await linesOf(world, paid)).map(({ paid_how }) => paid_how)).toEqual(Array(4).fill('before'));
    expect((await linesOf(world, unpaid)).map(({ paid_how }) => paid_how)).toEqual(Array(4).fill(null));
    const shown = await world.call(admin, readTransactionCommission, { params: { id: paid } });
    expect(shown.lines.map(({ state, paid_on }) => [state, paid_on])).toEqual(Array(4).fill(['paid', null]));
    expect([await isMarkedPaid(world, paid), await isMarkedPaid(world, unpaid)]).toEqual([true, false]);
    await world.sql('update commission_backlogs set finished_at = null, position = 0');
    await runBacklog(world);
    expect(await linesOf(world, unpaid)).toHaveLength(4);
    expect(await faults()).toEqual([]);
    expect(await owed(chain.rep)).toBeGreaterThan(before ?? 0);
    // What was paid before is owed once it is taken back.
    const [owedThen] = [await owed(chain.rep)];
    await correct(world, admin, paid, { commission_paid: false });
    expect(await owed(chain.rep)).toBe((owedThen ?? 0) + 2360);
    expect(await faults()).toEqual([]);
  });

  test('a sale that the backlog has not reached gets its lines before a correction', async () => {
    const id = await insertSale(world, { ...chain, daysAgo: 5, isPaid: true });
    await correct(world, admin, id, { amount: 420 });
    expect((await linesOf(world, id)).filter(({ level }) => level === 'rep')).toMatchObject([
      { kind: 'earned', cents: 2360, paid_how: 'before' },
      { kind: 'corrected', cents: -2360, paid_how: null },
      { kind: 'earned', cents: 3160, paid_how: null },
    ]);
    expect(await faults()).toEqual([]);
  });
});

describe('Adjustments and lists', () => {
  const adjust = (body: object) =>
    world.send(admin, adjustCommission, {
      body: { domain_id: 1, person_id: chain.rep, reason: 'A bonus', amount: 10, ...body },
    });

  test('an adjustment is payable at once, up or down, and may belong to a line', async () => {
    const before = await owed(chain.rep);
    const id = await sell(world, chain);
    const [line] = await linesOf(world, id);
    expect((await adjust({ amount: 10.5, line_id: line?.id })).json()).toMatchObject({
      amount: 10.5,
      kind: 'adjustment',
      level: 'rep',
      words: 'A bonus',
      state: 'payable',
    });
    expect((await adjust({ amount: '-3.25' })).json()).toMatchObject({ amount: -3.25, level: 'none' });
    expect(await owed(chain.rep)).toBe((before ?? 0) + 2360 + 1050 - 325);
    const { lines } = await world.call(admin, readTransactionCommission, { params: { id } });
    expect(lines.at(-1)).toMatchObject({ kind: 'adjustment', amount: 10.5 });
    expect(await faults()).toEqual([]);
  });

  test.each([
    [{ amount: 0 }, 400, 'amount'],
    [{ amount: 1.001 }, 400, 'amount'],
    [{ amount: 'x' }, 400, 'amount'],
    [{ amount: 1_000_001 }, 400, 'amount'],
    [{ reason: 'four' }, 400, 'reason'],
    [{ reason: 'x'.repeat(1_001) }, 400, 'reason'],
    [{ reason: 'nul\u0000nul' }, 400, 'reason'],
    [{ line_id: 2_000_000_000 }, 404, undefined],
    [{ domain_id: 2_000_000_000 }, 404, undefined],
  ])('an adjustment with %o is answered with %i', async (body, status, field) => {
    const before = await owed(chain.rep);
    const answer = await adjust(body);
    expect(answer.statusCode, answer.body).toBe(status);
    expect(Object.keys(answer.json<{ fields?: object }>().fields ?? {})[0]).toBe(field);
    expect(await owed(chain.rep)).toBe(before);
  });

  test('a person without a seat in sales gets no adjustment', async () => {
    const answer = await adjust({ person_id: await world.idOf('hc@vialkeep.test') });
    expect([answer.statusCode, answer.json().reason]).toEqual([409, 'not_a_payee']);
  });

  test('every state, month and person limits the list', async () => {
    const all = await world.call(admin, listCommissionLines, { query: { limit: '100' } });
    expect(all.count).toBeGreaterThan(30);
    let sum = 0;
    for (const state of ['retained', 'paid', 'in_run', 'disputed', 'held', 'payable']) {
      const { results, count } = await world.call(admin, listCommissionLines, { query: { state, limit: '100' } });
      expect(results.every((line) => line.state === state)).toBe(true);
      sum += count;
    }
    expect(sum).toBe(all.count);
    const month = daysAgo(0).slice(0, 7);
    expect((await world.call(admin, listCommissionLines, { query: { month } })).count).toBe(all.count);
    expect((await world.call(admin, listCommissionLines, { query: { month: '2001-01' } })).count).toBe(0);
    const own = await world.call(admin, listCommissionLines, { query: { person_id: String(rep2) } });
    expect(new Set(own.results.map(({ person }) => person.id))).toEqual(new Set([rep2]));
  });
});

describe('The database', () => {
  test.each([
    'update commission_lines set cents = cents + 1',
    'update commission_lines set earned_on = earned_on - 40',
    'update commission_lines set person_id = 606',
    'update commission_lines set retained = not retained',
  ])('the database refuses %s, also to the owner of the tables', async (statement) => {
    await expect(world.sql(statement)).rejects.toThrow(/kept as it was written/);
  });

  test('no line is deleted, and the roles of the server may update the payment only', async () => {
    await expect(world.sql('delete from commission_lines')).rejects.toThrow(/append-only/);
    expect(
      await world.sql(
        `select distinct column_name as name from information_schema.column_privileges
         where table_name = 'commission_lines' and privilege_type = 'UPDATE' and grantee in ('vialkeep_tenant', 'vialkeep_platform')
         order by 1`,
      ),
    ).toEqual([{ name: 'paid_how' }, { name: 'paid_on' }, { name: 'payout_id' }]);
  });
});

import { adjustCommission, disputeCommissionLine, listOwnCommissions } from '@vialkeep/contract/commissions.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../../kernel/audit/audit.ts';
import {
  addRun,
  adoptedPlan,
  clearCommissions,
  correct,
  daysAgo,
  insertSale,
  inWork,
  isMarkedPaid,
  linesOf,
  refund,
  runBacklog,
  sell,
  switchCommissions,
  untilItWaits,
} from '../../../testing/commissions/commission-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { verifyCommissions } from '../index.ts';

let world: World;
let admin: Caller;
let house: number;
let chain: { rep: number; manager: number };

beforeAll(async () => {
  world = await newWorld();
  await clearCommissions(world);
  await switchCommissions(world, true);
  admin = await world.as('admin');
  house = await world.idOf('house@vialkeep.test');
  chain = { rep: await world.idOf('rep@vialkeep.test'), manager: await world.idOf('manager@vialkeep.test') };
  await adoptedPlan(world, admin, {
    starts_on: daysAgo(30),
    house_id: house,
    rules: [
      { level: 'rep', rate_bp: 800 },
      { level: 'manager', rate_bp: 200 },
    ],
  });
  await runBacklog(world);
});
afterAll(() => world.close());

const faults = () => verifyCommissions(world.app.services.store.read('platform'));
const ofRep = async (id: number) =>
  (await linesOf(world, id))
    .filter(({ level }) => level === 'rep')
    .map(({ kind, cents, paid_how }) => [kind, cents, paid_how]);

describe('The checkbox of a corrected sale', () => {
  test('it pays and takes back the lines in force, and leaves those that a correction took back', async () => {
    const id = await sell(world, chain);
    await correct(world, admin, id, { commission_paid: true });
    await correct(world, admin, id, { amount: 420 });
    await refund(world, id, 16_000);
    await correct(world, admin, id, { commission_paid: true });
    const paid = [
      ['earned', 2_360, 'by_hand'],
      ['corrected', -2_360, null],
      ['earned', 3_160, 'by_hand'],
      ['clawback', -1_580, 'by_hand'],
    ];
    expect(await ofRep(id)).toEqual(paid);
    await correct(world, admin, id, { commission_paid: false });
    expect(await ofRep(id)).toEqual([
      ['earned', 2_360, 'by_hand'],
      ['corrected', -2_360, null],
      ['earned', 3_160, null],
      ['clawback', -1_580, null],
    ]);
    expect(await faults()).toEqual([]);
  });

  test('a payment of before stays with the line that a correction took back', async () => {
    const id = await insertSale(world, { ...chain, isPaid: true });
    await correct(world, admin, id, { amount: 420 });
    await correct(world, admin, id, { commission_paid: true });
    await correct(world, admin, id, { commission_paid: false });
    expect(await ofRep(id)).toEqual([
      ['earned', 2_360, 'before'],
      ['corrected', -2_360, null],
      ['earned', 3_160, null],
    ]);
    expect(await faults()).toEqual([]);
  });

  test('two payments of different lines of a sale at once set it', async () => {
    const id = await sell(world, chain);
    await addRun(world, 5);
    const pay = (level: string, isDone: () => Promise<void>) =>
      inWork(world, async (work) => {
        await sql`update commission_lines set payout_id = 5, paid_on = day_of(now()), paid_how = 'run'
          where transaction_id = ${id} and level = ${level}`.execute(work.db);
        await audit(work, { domainId: 1, action: 'commissions.test', subject: 'commission', subjectId: id });
        await isDone();
      });
    const [isPaid, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = pay('rep', () => {
      isPaid.resolve();
      return end.promise;
    });
    await isPaid.promise;
    const second = pay('manager', () => Promise.resolve());
    await untilItWaits(world, second);
    end.resolve();
    await Promise.all([first, second]);
    expect(await isMarkedPaid(world, id)).toBe(true);
    await world.sql(
      'update commission_lines set payout_id = null, paid_on = null, paid_how = null where payout_id = 5',
    );
    expect(await isMarkedPaid(world, id)).toBe(false);
  });
});

describe('The house', () => {
  test('it gets no adjustment, neither of its own nor of a line that it keeps', async () => {
    const [line] = await linesOf(world, await sell(world, { rep: house }));
    expect(line?.retained).toBe(true);
    for (const [body, field] of [
      [{ person_id: house }, 'person_id'],
      [{ person_id: house, line_id: line?.id }, 'person_id'],
      [{ person_id: chain.rep, line_id: line?.id }, 'line_id'],
    ] as const) {
      const answer = await world.send(admin, adjustCommission, {
        body: { domain_id: 1, amount: 5, reason: 'A bonus', ...body },
      });
      expect([answer.statusCode, answer.json().reason]).toEqual([409, 'not_a_payee']);
      expect(Object.keys(answer.json().fields)).toEqual([field]);
    }
    expect(await faults()).toEqual([]);
  });

  test('it cannot ask about a line that it keeps', async () => {
    const [line] = await linesOf(world, await sell(world, { rep: house }));
    const caller = await world.as('house');
    const asked = { params: { id: line?.id }, body: { text: 'Why?' } };
    expect(await world.refusalOf(caller, disputeCommissionLine, asked)).toEqual({ status: 409, reason: 'not_a_payee' });
    const { results } = await world.call(caller, listOwnCommissions, {});
    expect(results.find(({ id }) => id === line?.id)?.may).toEqual([]);
  });
});

describe('Another site', () => {
  const north = DomainId.parse(2);
  const byNorth = (statement: string) => inWork(world, (work) => sql.raw(statement).execute(work.db), north);

  test('it writes no rule into a plan of others, whether a draft or adopted', async () => {
    const plans = await world.sql<{ id: number }>('select id from commission_plans where domain_id = 1');
    expect(plans.length).toBeGreaterThan(0);
    for (const { id } of plans) {
      const rule = `insert into commission_rules (plan_id, domain_id, level, rate_bp) values (${id}, 2, 'rep', 5000)`;
      await expect(byNorth(rule)).rejects.toThrow(/adopted/);
    }
    const [draft] = await world.sql<{ id: number }>(
      "insert into commission_plans (domain_id, name, starts_on) values (1, 'Draft', '2040-01-01') returning id",
    );
    const rule = `insert into commission_rules (plan_id, domain_id, level, rate_bp) values (${draft?.id}, 2, 'rep', 5000)`;
    await expect(byNorth(rule)).rejects.toThrow(/another site/);
  });

  test('it writes no line and no question about a line of others', async () => {
    const [line] = await linesOf(world, await sell(world, chain));
    const insert = (columns: string, values: string) =>
      byNorth(
        `insert into commission_lines (domain_id, person_id, level, payable_on, retained, ${columns})
         values (2, ${chain.rep}, 'rep', '2040-01-01', false, ${values})`,
      );
    const adjustment = insert('kind, of_line_id, reason, cents', `'adjustment', ${line?.id}, 'A reason', 5`);
    await expect(adjustment).rejects.toThrow(/line_of_the_same_site/);
    const question = byNorth(`insert into commission_disputes (domain_id, line_id) values (2, ${line?.id})`);
    await expect(question).rejects.toThrow(/dispute_of_line/);
  });

  test('it writes no line of a sale of others', async () => {
    const id = await sell(world, chain);
    const [rule] = await world.sql<{ id: number }>(
      `with plan as (insert into commission_plans (domain_id, name, starts_on) values (2, 'North', '2041-01-01') returning id)
       insert into commission_rules (plan_id, domain_id, level, rate_bp) select id, 2, 'rep', 100 from plan returning id`,
    );
    await expect(
      byNorth(
        `insert into commission_lines (domain_id, person_id, level, kind, transaction_id, rule_id, version, cents, rate_bp,
           payable_on, retained)
         values (2, ${chain.rep}, 'rep', 'earned', ${id}, ${rule?.id}, 99, 5, 100, '2040-01-01', false)`,
      ),
    ).rejects.toThrow(/another site/);
  });
});

test('what a line loses is computed for the largest amounts', async () => {
  expect(
    await world.sql(`select commission_lost(100000000000, 2147483647, 2147483647)::text as whole,
      commission_lost(100000000000, 1073741824, 2147483647)::text as half`),
  ).toEqual([{ whole: '100000000000', half: '50000000023' }]);
});

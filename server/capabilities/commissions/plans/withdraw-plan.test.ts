import {
  adoptCommissionPlan,
  type CommissionPlan,
  deleteCommissionPlan,
  listCommissionPlans,
  readCommissionPlan,
  updateCommissionPlan,
  withdrawCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  adoptedPlan,
  clearCommissions,
  daysAgo,
  draftPlan,
  linesOf,
  runBacklog,
  sell,
  switchCommissions,
} from '../../../testing/commissions/commission-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { verifyCommissions } from '../index.ts';

let world: World;
let admin: Caller;
let north: Caller;
let rep = 0;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
  rep = await world.idOf('rep@vialkeep.test');
});
beforeEach(async () => {
  await clearCommissions(world);
  await switchCommissions(world, true);
});
afterAll(() => world.close());

const details = (name: string, starts_on: string, rate_bp: number) => ({
  name,
  domain_id: 1,
  starts_on,
  rules: [{ level: 'rep' as const, rate_bp }],
});
const adopt = (name: string, startsOn: string, rate = 800) => adoptedPlan(world, admin, details(name, startsOn, rate));
const input = ({ id, version }: CommissionPlan) => ({ params: { id }, body: { version } });
const withdraw = (plan: CommissionPlan, who = admin) => world.call(who, withdrawCommissionPlan, input(plan));
const refusalOf = (plan: CommissionPlan, who = admin) => world.refusalOf(who, withdrawCommissionPlan, input(plan));
const read = ({ id }: CommissionPlan) => world.call(admin, readCommissionPlan, { params: { id } });
const rowOf = async ({ id }: CommissionPlan) =>
  (await world.sql('select to_jsonb(plan) as plan from commission_plans plan where id = $1', [id]))[0]?.plan;

describe('Withdrawing a plan', () => {
  test('a plan of a day to come is withdrawn, the plan before it goes on, and another one can be adopted', async () => {
    const present = await adopt('Present', daysAgo(100));
    const coming = await adopt('Coming', daysAgo(-30), 500);
    expect(coming.may).toEqual(['withdraw', 'simulate']);
    expect(await read(present)).toMatchObject({ ends_on: daysAgo(-29), may: ['simulate'] });
    const kept = await rowOf(coming);
    const withdrawn = await withdraw(coming);
    expect(withdrawn).toMatchObject({ state: 'withdrawn', starts_on: daysAgo(-30), backlog: null, may: ['simulate'] });
    expect(withdrawn.rules).toEqual(coming.rules);
    expect(await read(present)).toMatchObject({ state: 'adopted', ends_on: null });
    expect(await rowOf(coming)).toEqual({
      ...kept,
      state: 'withdrawn',
      version: coming.version + 1,
      withdrawn_by: admin.user?.id,
      withdrawn_at: expect.any(String),
    });
    const audited = await world.sql(
      "select actor_id, facts from audit_log where action = 'commissions.withdraw_plan' and subject_id = $1",
      [String(coming.id)],
    );
    expect(audited).toMatchObject([
      { actor_id: admin.user?.id, facts: { starts_on: daysAgo(-30), site: 1, reopened: present.id } },
    ]);
    const other = await adopt('Other', daysAgo(-10), 300);
    expect(await read(present)).toMatchObject({ ends_on: daysAgo(-9) });
    const { results } = await world.call(admin, listCommissionPlans);
    expect(results.map(({ id }) => id)).toEqual([other.id, present.id, coming.id]);
    const [line] = await linesOf(world, await sell(world, { rep }));
    expect(line).toMatchObject({ person_id: rep });
    await runBacklog(world);
    expect(await verifyCommissions(world.app.services.store.read('platform'))).toEqual([]);
  });

  test('a plan without one before it is withdrawn, and no sale earns', async () => {
    const coming = await adopt('Coming', daysAgo(-1));
    await withdraw(coming);
    expect(await linesOf(world, await sell(world, { rep }))).toEqual([]);
  });

  test.each([
    ['has begun today', 0, 'plan_begun'],
    ['began earlier', 50, 'plan_begun'],
  ])('a plan that %s is refused, and stays', async (_when, days, reason) => {
    const plan = await adopt('Begun', daysAgo(days));
    expect(plan.may).toEqual(['simulate']);
    expect(await refusalOf(plan)).toEqual({ status: 409, reason });
    expect(await read(plan)).toMatchObject({ state: 'adopted' });
  });

  test('a draft, a withdrawn plan, one with a later plan and one that changed meanwhile are refused', async () => {
    const draft = await draftPlan(world, admin, details('Draft', daysAgo(-5), 100));
    expect(await refusalOf(draft)).toEqual({ status: 409, reason: 'not_adopted' });
    const first = await adopt('First', daysAgo(-10));
    const second = await adopt('Second', daysAgo(-20));
    expect((await read(first)).may).toEqual(['simulate']);
    expect(await refusalOf(first)).toEqual({ status: 409, reason: 'plan_followed' });
    expect(await refusalOf({ ...second, version: second.version - 1 })).toEqual({
      status: 409,
      reason: 'changed_meanwhile',
    });
    const withdrawn = await withdraw(second);
    expect(await refusalOf(withdrawn)).toEqual({ status: 409, reason: 'not_adopted' });
    expect(await withdraw(await read(first))).toMatchObject({ state: 'withdrawn' });
  });

  test('a withdrawn plan is not changed, deleted or adopted again, also by SQL', async () => {
    const plan = await withdraw(await adopt('Coming', daysAgo(-10)));
    const params = { id: plan.id };
    for (const [route, body] of [
      [updateCommissionPlan, { name: 'Other' }],
      [deleteCommissionPlan, undefined],
      [adoptCommissionPlan, { version: plan.version }],
    ] as const) {
      expect(await world.refusalOf(admin, route, { params, body })).toEqual({ status: 409, reason: 'plan_adopted' });
    }
    for (const statement of [
      "update commission_plans set state = 'adopted', withdrawn_at = null where id = $1",
      "update commission_plans set name = 'Other' where id = $1",
      'delete from commission_plans where id = $1',
      'update commission_rules set rate_bp = 1 where plan_id = $1',
    ]) {
      await expect(world.sql(statement, [plan.id])).rejects.toThrow(/is withdrawn|is adopted/);
    }
  });

  test('the end of an adopted plan is not taken away by SQL, and one that has begun is not withdrawn', async () => {
    const present = await adopt('Present', daysAgo(100));
    await adopt('Coming', daysAgo(-30));
    await expect(world.sql('update commission_plans set ends_on = null where id = $1', [present.id])).rejects.toThrow(
      'is adopted',
    );
    await expect(
      world.sql("update commission_plans set state = 'withdrawn', withdrawn_at = now() where id = $1", [present.id]),
    ).rejects.toThrow('is adopted');
  });

  test('an administrator of another site does not find the plan', async () => {
    const plan = await adopt('Coming', daysAgo(-10));
    expect((await refusalOf(plan, north)).status).toBe(404);
    expect(await read(plan)).toMatchObject({ state: 'adopted' });
  });

  test('one of ten simultaneous withdrawals is made, and nine are refused', async () => {
    const plan = await adopt('Coming', daysAgo(-10));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.send(admin, withdrawCommissionPlan, input(plan))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  });
});

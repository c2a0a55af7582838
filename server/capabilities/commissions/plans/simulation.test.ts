import {
  type CommissionPlan,
  type CommissionSimulation,
  readCommissionSimulation,
  simulateCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  adoptDraft,
  clearCommissions,
  correct,
  daysAgo,
  draftPlan,
  insertSale,
  refund,
  runBacklog,
  switchCommissions,
} from '../../../testing/commissions/commission-world.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { runSimulation } from './run-simulation.ts';

let world: World;
let admin: Caller;
let people: { rep: number; manager: number; distributor: number; affiliate: number };
let rep2: number;
const sales: number[] = [];

beforeAll(async () => {
  world = await newWorld();
  await clearCommissions(world);
  await switchCommissions(world, true);
  admin = await world.as('admin');
  const idOf = (who: string) => world.idOf(`${who}@vialkeep.test`);
  people = {
    rep: await idOf('rep'),
    manager: await idOf('manager'),
    distributor: await idOf('distributor'),
    affiliate: await idOf('affiliate'),
  };
  rep2 = await idOf('rep2');
  for (let index = 0; index < 60; index += 1) {
    sales.push(
      await insertSale(world, {
        ...people,
        rep: index % 3 === 0 ? rep2 : people.rep,
        affiliate: index % 5 === 0 ? null : people.affiliate,
        product: [1, 2, 3, 12][index % 4] ?? 3,
        price: 1_000 + index * 977,
        quantity: 1 + (index % 3),
        daysAgo: index * 6,
        isPaid: index % 4 === 0,
      }),
    );
  }
});
afterAll(() => world.close());

const rules = [
  { level: 'rep', rate_bp: 833 },
  { level: 'rep', rate_bp: 517, product_ids: [2] },
  { level: 'manager', rate_bp: 199 },
  { level: 'distributor', rate_bp: 101, base: 'charged' },
  { level: 'affiliate', rate_bp: 150 },
];
const range = { from: daysAgo(365), to: daysAgo(0) };

async function simulate({ id }: CommissionPlan): Promise<CommissionSimulation> {
  const { simulation_id } = await world.call(admin, simulateCommissionPlan, { params: { id }, body: range });
  const running = await world.call(admin, readCommissionSimulation, { params: { id: simulation_id } });
  expect(running).toMatchObject({ state: 'running', months: [] });
  await runSimulation(world.app.services, simulation_id);
  const done = await world.call(admin, readCommissionSimulation, { params: { id: simulation_id } });
  expect(done.state).toBe('done');
  await world.sql('delete from commission_simulations');
  return done;
}

const differing = ({ months, people: payees, levels, total }: CommissionSimulation) =>
  [...months, ...payees, ...levels, total].filter(({ difference }) => difference !== 0);

/** What the lines of the sales say, by the month of the sale and by person. */
async function sumsOfLines() {
  const sums = (by: string) =>
    world.sql<{ name: string; cents: number }>(
      `select ${by}::text as name, sum(line.cents)::float8 as cents from commission_lines line
       join transactions sold on sold.id = line.transaction_id where day_of(sold.date) >= $1::date group by 1 order by 1`,
      [range.from],
    );
  return {
    months: (await sums("to_char(day_of(sold.date), 'YYYY-MM')")).map(({ name, cents }) => [name, cents / 100]),
    people: (await sums('line.person_id')).map(({ name, cents }) => [Number(name), cents / 100]),
  };
}

describe('Simulation', () => {
  test('a draft, once adopted from the same day, gives exactly the figures it had simulated', async () => {
    const draft = await draftPlan(world, admin, { starts_on: range.from, rules });
    const simulated = await simulate(draft);
    expect(simulated.total.now).toBe(0);
    expect(simulated.months.length).toBeGreaterThan(10);
    await adoptDraft(world, admin, draft);
    await runBacklog(world);
    const lines = await sumsOfLines();
    expect(simulated.months.map(({ month, then }) => [month, then])).toEqual(lines.months);
    expect(simulated.people.map(({ person, then }) => [person.id, then])).toEqual(lines.people);
  });

  test('the adopted plan has a difference of 0.00 for every month and person, also after refunds and corrections', async () => {
    for (const [index, id] of sales.slice(0, 12).entries()) {
      if (index % 2 === 0) await refund(world, id, 333 + index);
      if (index % 3 === 0) await correct(world, admin, id, { amount: 50 + index, sales_rep: rep2 });
      if (index % 4 === 1) await correct(world, admin, id, { commission_paid: true });
    }
    const [{ id } = { id: 0 }] = await world.sql<{ id: number }>(
      "select id from commission_plans where state = 'adopted'",
    );
    const simulated = await simulate({ id } as CommissionPlan);
    expect(simulated.total.now).toBeGreaterThan(0);
    expect(differing(simulated)).toEqual([]);
  });

  test('a draft that replaces lines of an earlier plan gives its figures too', async () => {
    const draft = await draftPlan(world, admin, {
      starts_on: daysAgo(364),
      rules: [
        { level: 'rep', rate_bp: 900 },
        { level: 'manager', piece: 2.5, product_ids: [3] },
      ],
    });
    const simulated = await simulate(draft);
    expect(differing(simulated).length).toBeGreaterThan(10);
    await adoptDraft(world, admin, draft);
    await runBacklog(world);
    const lines = await sumsOfLines();
    const kept = lines.people.filter(([, amount]) => amount !== 0);
    expect(simulated.people.filter(({ then }) => then !== 0).map(({ person, then }) => [person.id, then])).toEqual(
      kept,
    );
    expect(differing(await simulate(draft))).toEqual([]);
  });

  test('one simulation of a site runs at a time; the next one is refused with 429', async () => {
    const draft = await draftPlan(world, admin, { starts_on: daysAgo(0), rules });
    const ask = () => world.send(admin, simulateCommissionPlan, { params: { id: draft.id }, body: range });
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429]);
    const ofAll = await draftPlan(world, admin, { domain_id: null, starts_on: daysAgo(0), rules });
    const other = await world.send(admin, simulateCommissionPlan, { params: { id: ofAll.id }, body: range });
    expect(other.statusCode).toBe(200);
    await world.sql("update commission_simulations set at = now() - interval '2 hours'");
    expect((await ask()).statusCode).toBe(200);
    await world.sql('delete from commission_simulations');
  });

  test.each([
    [{ from: daysAgo(0), to: daysAgo(1) }, 'to'],
    [{ from: '2024-01-01', to: '2026-01-01' }, 'to'],
    [{ from: 'x', to: daysAgo(0) }, 'from'],
  ])('the range %o is refused and names %s', async (body, field) => {
    const draft = await draftPlan(world, admin, { starts_on: daysAgo(0), rules });
    const answer = await world.send(admin, simulateCommissionPlan, { params: { id: draft.id }, body });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toContain(field);
  });

  test('a simulation of another site is not found', async () => {
    const draft = await draftPlan(world, admin, { starts_on: daysAgo(0), rules });
    const { simulation_id } = await world.call(admin, simulateCommissionPlan, {
      params: { id: draft.id },
      body: range,
    });
    const north = await world.as('admin@north.test', 'north.localhost');
    expect(await world.refusalOf(north, readCommissionSimulation, { params: { id: simulation_id } })).toMatchObject({
      status: 404,
    });
  });
});

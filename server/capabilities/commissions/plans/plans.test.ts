import {
  adoptCommissionPlan,
  type CommissionPlan,
  createCommissionPlan,
  deleteCommissionPlan,
  listCommissionPlans,
  readCommissionPlan,
  updateCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { exportCommissionStatement } from '@vialkeep/contract/commissions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  adoptDraft,
  adoptedPlan,
  clearCommissions,
  daysAgo,
  draftPlan,
  insertSale,
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
let [rep, rep2, manager, house] = [0, 0, 0, 0];

beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  north = await world.as('admin@north.test', 'north.localhost');
  rep = await world.idOf('rep@vialkeep.test');
  rep2 = await world.idOf('rep2@vialkeep.test');
  manager = await world.idOf('manager@vialkeep.test');
  house = await world.idOf('house@vialkeep.test');
});
afterAll(() => world.close());

beforeEach(async () => {
  await clearCommissions(world);
  await switchCommissions(world, true);
});

const plan = { name: 'A plan', domain_id: 1, starts_on: '2026-01-01', rules: [{ level: 'rep', rate_bp: 800 }] };
const create = (body: object, who = admin) => world.send(who, createCommissionPlan, { body: { ...plan, ...body } });
const adopt = (id: number, version: number, who = admin) =>
  world.send(who, adoptCommissionPlan, { params: { id }, body: { version } });

describe('Drafts', () => {
  test('a draft is written, read, changed and deleted; its rules are sentences', async () => {
    const draft = (
      await create({
        rules: [
          { level: 'rep', rate_bp: 800, product_ids: [3] },
          { level: 'rep', rate_bp: 1_050, person_id: rep2 },
          { level: 'manager', piece: 12, product_ids: [2, 3], base: 'charged' },
        ],
      })
    ).json<CommissionPlan>();
    expect(draft.rules.map(({ words }) => words)).toEqual([
      'Sales rep: 8% of the net amount of Harvesting Kit',
      `Sales rep #${rep2}: 10.5% of the net amount`,
      'Sales manager: $12.00 for each Order Patient Vials or Harvesting Kit',
    ]);
    expect(draft).toMatchObject({ state: 'draft', hold_days: 30, people: [{ id: rep2, name: 'Dana Whitlock' }] });
    const changed = await world.call(admin, updateCommissionPlan, {
      params: { id: draft.id },
      body: { name: 'Another', version: draft.version },
    });
    expect([changed.name, changed.rules.length]).toEqual(['Another', 3]);
    const stale = { params: { id: draft.id }, body: { name: 'Late', version: draft.version } };
    expect(await world.refusalOf(admin, updateCommissionPlan, stale)).toEqual({
      status: 409,
      reason: 'changed_meanwhile',
    });
    await world.call(admin, deleteCommissionPlan, { params: { id: draft.id } });
    expect((await world.call(admin, listCommissionPlans)).results).toEqual([]);
    expect((await world.call(admin, listCommissionPlans)).proposed_house_id).toBe(house);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'nul\u0000' }, 'name'],
    [{ starts_on: '2026-02-30' }, 'starts_on'],
    [{ starts_on: '0000-01-01' }, 'starts_on'],
    [{ hold_days: -1 }, 'hold_days'],
    [{ hold_days: 366 }, 'hold_days'],
    [{ empty_seats: 'house' }, 'house_id'],
    [{ house_id: 2_000_000_000 }, 'house_id'],
    [{ note: 'x'.repeat(1_001) }, 'note'],
    [{ rules: [{ level: 'rep' }] }, 'rules.0.rate_bp'],
    [{ rules: [{ level: 'rep', rate_bp: 100, piece: 1 }] }, 'rules.0.rate_bp'],
    [{ rules: [{ level: 'rep', rate_bp: 10_001 }] }, 'rules.0.rate_bp'],
    [{ rules: [{ level: 'rep', rate_bp: 0.5 }] }, 'rules.0.rate_bp'],
    [{ rules: [{ level: 'rep', piece: 0.001 }] }, 'rules.0.piece'],
    [{ rules: [{ level: 'boss', rate_bp: 1 }] }, 'rules.0.level'],
    [{ rules: [{ level: 'rep', rate_bp: 1, product_ids: [99] }] }, 'rules.0.product_ids.0'],
    [{ rules: [{ level: 'house', rate_bp: 1 }] }, 'house_id'],
    [{ rules: Array(201).fill({ level: 'rep', rate_bp: 1 }) }, 'rules'],
  ])('a plan with %o is refused and names %s', async (body, field) => {
    const answer = await create(body);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json().fields)).toContain(field);
    expect(await world.sql('select id from commission_plans')).toEqual([]);
  });

  test('a person without the seat of a rule is refused, and so is one of another site', async () => {
    for (const person_id of [manager, await world.idOf('rep@north.test').catch(() => house + 1_000_000)]) {
      const answer = await create({ rules: [{ level: 'rep', rate_bp: 1, person_id }] });
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['rules.0.person_id']]);
    }
  });

  test('an administrator of a site drafts for that site only and sees no plan of others', async () => {
    expect((await create({ domain_id: 1 }, north)).statusCode).toBe(404);
    const own = (await create({ domain_id: null }, north)).json();
    expect(own.domain_id).toBe(2);
    const ofAll = (await create({ domain_id: null })).json();
    const ofMain = (await create({ domain_id: 1 })).json();
    expect(ofAll.domain_id).toBeNull();
    for (const { id, version } of [ofAll, ofMain]) {
      expect(await world.refusalOf(north, readCommissionPlan, { params: { id } })).toMatchObject({ status: 404 });
      expect((await adopt(id, version, north)).statusCode).toBe(404);
    }
    expect((await world.call(north, listCommissionPlans)).results.map(({ id }) => id)).toEqual([own.id]);
  });
});

describe('Rules of a draft', () => {
  const ruleIds = (id: number) => world.sql('select id from commission_rules where plan_id = $1 order by id', [id]);

  test('they stay the same rows where a change names neither rules nor site, and are replaced otherwise', async () => {
    const { id } = (await create({ rules: [{ level: 'rep', rate_bp: 100 }] })).json();
    const before = await ruleIds(id);
    const change = (body: object) => world.call(admin, updateCommissionPlan, { params: { id }, body });
    await change({ name: 'Another name' });
    expect(await ruleIds(id)).toEqual(before);
    await change({ domain_id: 2 });
    const kept = await world.sql('select domain_id, rate_bp from commission_rules where plan_id = $1', [id]);
    expect(kept).toEqual([{ domain_id: 2, rate_bp: 100 }]);
    await change({ rules: [{ level: 'rep', rate_bp: 7 }] });
    expect(await world.sql('select rate_bp from commission_rules where plan_id = $1', [id])).toEqual([{ rate_bp: 7 }]);
  });
});

describe('Adoption', () => {
  test.each([
    [
      'twice for all',
      [
        { level: 'rep', rate_bp: 1 },
        { level: 'rep', rate_bp: 2 },
      ],
    ],
    [
      'one product twice',
      [
        { level: 'rep', rate_bp: 1, product_ids: [2, 3] },
        { level: 'rep', rate_bp: 2, product_ids: [3] },
      ],
    ],
  ])('a plan whose rules fit the same sale, %s, is not adopted', async (_name, rules) => {
    const draft = (await create({ rules })).json();
    const answer = await adopt(draft.id, draft.version);
    expect([answer.statusCode, answer.json().reason]).toEqual([409, 'ambiguous_rules']);
    expect(answer.json().message).toMatch(/^Two rules fit the same sale: “Sales rep: .*” and “Sales rep: .*”\.$/);
  });

  test('levels that together take more than 100% for some product and person are not adopted', async () => {
    const rules = [
      { level: 'rep', rate_bp: 1_000 },
      { level: 'rep', rate_bp: 9_000, person_id: rep2 },
      { level: 'manager', rate_bp: 1_000 },
      { level: 'manager', rate_bp: 1_001, product_ids: [12] },
    ];
    const draft = (await create({ rules })).json();
    const answer = await adopt(draft.id, draft.version);
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'The levels together take more than 100%.']);
    const allowed = (await create({ rules: rules.slice(0, 3) })).json();
    expect((await adopt(allowed.id, allowed.version)).statusCode).toBe(200);
  });

  test('an amount for each piece counts as its share of the price of one piece', async () => {
    const banner = (piece: number) => [
      { level: 'rep', piece, product_ids: [12] },
      { level: 'manager', rate_bp: 1_000 },
    ];
    // The banner costs $189.00, of which the manager gets $18.90.
    for (const piece of [1_000_000, 170.11]) {
      const draft = (await create({ rules: banner(piece) })).json();
      expect((await adopt(draft.id, draft.version)).json().reason, String(piece)).toBe('more_than_all');
    }
    const allowed = (await create({ rules: banner(170.1) })).json();
    expect((await adopt(allowed.id, allowed.version)).statusCode).toBe(200);
  });

  test('a later plan ends the earlier one the day before; one that begins before an adopted plan is refused', async () => {
    const first = await adoptedPlan(world, admin, { starts_on: daysAgo(100), rules: plan.rules });
    const second = await adoptedPlan(world, admin, { starts_on: daysAgo(50), rules: plan.rules });
    expect((await world.call(admin, readCommissionPlan, { params: { id: first.id } })).ends_on).toBe(daysAgo(51));
    for (const starts_on of [daysAgo(50), daysAgo(60), daysAgo(100), daysAgo(200)]) {
      const draft = await draftPlan(world, admin, { starts_on, rules: plan.rules });
      const answer = await adopt(draft.id, draft.version);
      expect([answer.statusCode, answer.json().reason]).toEqual([409, 'plans_overlap']);
    }
    expect((await world.call(admin, readCommissionPlan, { params: { id: second.id } })).ends_on).toBeNull();
    // A plan of every site may lie beside that of a site.
    await adoptedPlan(world, admin, { domain_id: null, starts_on: daysAgo(100), rules: plan.rules });
  });

  test('a plan that begins more than a year from now is refused at its first day, and keeps no other plan out', async () => {
    await adoptedPlan(world, admin, { starts_on: daysAgo(100), rules: plan.rules });
    for (const starts_on of ['9999-12-31', daysAgo(-367)]) {
      const far = await draftPlan(world, admin, { starts_on, rules: plan.rules });
      const params = { id: far.id };
      const refused = await world.wholeRefusalOf(admin, adoptCommissionPlan, {
        params,
        body: { version: far.version },
      });
      expect(refused).toMatchObject({
        status: 400,
        reason: 'too_far_ahead',
        fields: { starts_on: expect.any(String) },
      });
    }
    await adoptedPlan(world, admin, { starts_on: daysAgo(0), rules: plan.rules });
    await adoptedPlan(world, admin, { starts_on: daysAgo(-365), rules: plan.rules });
  });

  test('20 adoptions of two drafts at once adopt one', async () => {
    const drafts = [
      await draftPlan(world, admin, { starts_on: daysAgo(10), rules: plan.rules }),
      await draftPlan(world, admin, { starts_on: daysAgo(10), rules: plan.rules }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const draft = drafts[index % 2];
        return adopt(draft?.id ?? 0, draft?.version ?? 0);
      }),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    expect(await world.sql("select count(*)::int as n from commission_plans where state = 'adopted'")).toEqual([
      { n: 1 },
    ]);
  });

  test('an adopted plan never changes: calls answer 409, the database refuses, and statements keep their bytes', async () => {
    const adopted = await adoptedPlan(world, admin, { starts_on: daysAgo(10), rules: plan.rules });
    const id = await sell(world, { rep });
    const statement = () =>
      world
        .send(admin, exportCommissionStatement, { params: { user_id: rep, month: daysAgo(0).slice(0, 7) } })
        .then(({ body }) => body);
    const before = [await linesOf(world, id), await statement()];
    const about = { params: { id: adopted.id } };
    expect(await world.refusalOf(admin, updateCommissionPlan, { ...about, body: { hold_days: 0 } })).toEqual({
      status: 409,
      reason: 'plan_adopted',
    });
    expect(await world.refusalOf(admin, deleteCommissionPlan, about)).toEqual({ status: 409, reason: 'plan_adopted' });
    expect((await adopt(adopted.id, adopted.version)).json().reason).toBe('plan_adopted');
    for (const statement of [
      'update commission_plans set hold_days = 1',
      'delete from commission_plans',
      'update commission_rules set rate_bp = 900',
      'delete from commission_rules',
      `insert into commission_rules (plan_id, level, rate_bp) select id, 'rep', 1 from commission_plans`,
    ]) {
      await expect(world.sql(statement), statement).rejects.toMatchObject({ constraint: 'adopted_plans_are_kept' });
    }
    await world.sql("update products set name = name || ' II' where id = 3");
    expect([await linesOf(world, id), await statement()]).toEqual(before);
    await world.sql("update products set name = replace(name, ' II', '') where id = 3");
  });

  test('a plan that begins in the past gives other lines to sales of an earlier plan, and leaves equal ones', async () => {
    const kept = { level: 'rep', rate_bp: 800, person_id: rep2 } as const;
    await adoptedPlan(world, admin, { starts_on: daysAgo(100), rules: [{ level: 'rep', rate_bp: 800 }, kept] });
    const [old, other, same] = [
      await sell(world, { rep, daysAgo: 60 }),
      await sell(world, { rep, daysAgo: 20 }),
      await sell(world, { rep: rep2, daysAgo: 20 }),
    ];
    await runBacklog(world);
    const second = await draftPlan(world, admin, {
      starts_on: daysAgo(30),
      rules: [{ level: 'rep', rate_bp: 1_000 }, kept],
    });
    await adoptDraft(world, admin, second);
    const late = await insertSale(world, { rep, daysAgo: 1 });
    await runBacklog(world);
    const amounts = async (id: number) => (await linesOf(world, id)).map(({ cents }) => cents);
    expect([await amounts(old), await amounts(other), await amounts(same), await amounts(late)]).toEqual([
      [2360],
      [2360, -2360, 2950],
      [2360],
      [2950],
    ]);
    expect(await verifyCommissions(world.app.services.store.read('platform'))).toEqual([]);
  });

  test('a site’s own plan goes before the plan of every site', async () => {
    await adoptedPlan(world, admin, {
      domain_id: null,
      starts_on: daysAgo(100),
      rules: [{ level: 'rep', rate_bp: 100 }],
    });
    const before = await sell(world, { rep });
    await adoptedPlan(world, admin, { domain_id: 1, starts_on: daysAgo(0), rules: [{ level: 'rep', rate_bp: 1_000 }] });
    const after = await sell(world, { rep });
    expect([(await linesOf(world, before))[0]?.cents, (await linesOf(world, after))[0]?.cents]).toEqual([295, 2950]);
  });
});

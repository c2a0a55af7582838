import { relationRules } from '@vialkeep/contract/network.ts';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
  await world.sql('update relations set ended_at = now()');
  // Returns the constraint that an insert would violate, or 'ok', and rolls it back.
  await world.sql(`
    create function tried(subject integer, kind relation_kind, object integer, domain integer) returns text
    language plpgsql as $$
    declare broken text;
    begin
      insert into relations (domain_id, subject_id, kind, object_id) values (domain, subject, kind, object);
      raise exception using errcode = 'ZZ001';
    exception
      when sqlstate 'ZZ001' then return 'ok';
      when others then get stacked diagnostics broken = constraint_name; return broken;
    end $$`);
});
afterAll(() => world.close());

const kinds = ['center', 'referral_center', 'lab', 'rep', 'manager', 'distributor', 'affiliate'] as const;
type Kind = (typeof kinds)[number];

const person = (plan: Plan) => world.idOf(`${personOfPlan[plan]}@vialkeep.test`);
const idOf = (key: string) => world.idOf(key.includes('@') ? key : `${key}@vialkeep.test`);

async function tried(subject: number, kind: Kind, object: number, domain = 1): Promise<string | undefined> {
  const rows = await world.sql<{ tried: string }>('select tried($1, $2, $3, $4)', [subject, kind, object, domain]);
  return rows[0]?.tried;
}

async function relate(subject: string, kind: Kind, object: string): Promise<void> {
  await world.sql('insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, $2, $3)', [
    await idOf(subject),
    kind,
    await idOf(object),
  ]);
}

describe('Rules of relations between users', () => {
  test('the contract and the database have the same rules', async () => {
    const stored = await world.sql(
      'select subject_plan, kind::text, object_plan, is_single from relation_rules order by subject_plan, kind::text',
    );
    const written = plans
      .flatMap((plan) =>
        Object.entries(relationRules[plan] ?? {}).map(([kind, { of, single }]) => ({
          subject_plan: plan,
          kind,
          object_plan: of,
          is_single: single,
        })),
      )
      .toSorted((a, b) => a.subject_plan - b.subject_plan || (a.kind < b.kind ? -1 : 1));
    expect(stored).toEqual(written);
  });

  test('a plan has at most one kind of relation to each other plan, so that a list of users determines the kinds', () => {
    for (const rules of Object.values(relationRules)) {
      const memberships = Object.values(rules).map(({ of }) => of);
      expect(new Set(memberships).size).toBe(memberships.length);
    }
  });

  test.each(plans)('the database enforces the rules of plan %s for every kind and every other plan', async (plan) => {
    const subject = await person(plan);
    for (const kind of kinds) {
      for (const other of plans.filter((candidate) => candidate !== plan)) {
        const fits = relationRules[plan]?.[kind]?.of === other;
        const said = await tried(subject, kind, await person(other));
        expect(said, `${kind} ${other}`).toBe(fits ? 'ok' : 'relations_fit_their_plans');
      }
    }
  });

  test('the database refuses a relation of a user to themselves, whatever the plan and the kind', async () => {
    for (const plan of plans) {
      const id = await person(plan);
      for (const kind of kinds) expect(await tried(id, kind, id)).not.toBe('ok');
    }
  });

  test('the database refuses a relation across sites, whichever site the row names', async () => {
    const [here, there] = [await idOf('patient'), await idOf('hc@north.test')];
    expect(await tried(here, 'center', there, 1)).toBe('relation_object');
    expect(await tried(here, 'center', there, 2)).toBe('relation_subject');
    expect(await tried(here, 'center', await idOf('hc'), 2)).toMatch(/^relation_(subject|object)$/);
  });

  test('the database enforces one relation or several by the rule, and refuses the same relation twice', async () => {
    await relate('patient2', 'center', 'hc');
    expect(await tried(await idOf('patient2'), 'center', await idOf('hc2'))).toBe('relations_one_of_a_kind');
    await relate('staff', 'center', 'hc');
    expect(await tried(await idOf('staff'), 'center', await idOf('hc2'))).toBe('ok');
    expect(await tried(await idOf('staff'), 'center', await idOf('hc'))).toBe('relations_once');
    await world.sql("update relations set ended_at = now() where kind = 'center'");
    expect(await tried(await idOf('patient2'), 'center', await idOf('hc2'))).toBe('ok');
  });
});

describe('Change of a plan under relations', () => {
  test('a plan cannot change while a present relation depends on it, at either end', async () => {
    await relate('hc3', 'rep', 'rep3');
    for (const key of ['hc3', 'rep3']) {
      const change = world.sql('update users set plan_id = 12 where id = $1', [await idOf(key)]);
      await expect(change).rejects.toMatchObject({ constraint: 'plans_fit_their_relations' });
    }
  });

  test('a plan can change where the relation still fits, or where the same transaction ends it', async () => {
    const id = await idOf('hc3');
    await world.sql('update users set plan_id = 16 where id = $1', [id]);
    await world.sql('begin');
    await world.sql('update users set plan_id = 12 where id = $1', [id]);
    await world.sql('update relations set ended_at = now() where subject_id = $1', [id]);
    await world.sql('commit');
    expect(await world.sql('select plan_id from users where id = $1', [id])).toEqual([{ plan_id: 12 }]);
  });
});

import { Plan, plans } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from './app.ts';
import { accountResource } from './capabilities/network/index.ts';
import { visibleTo } from './capabilities/network/visibility.ts';
import { patientScope, selectOwnPatients } from './capabilities/patients/account-patients/patient-scope.ts';
import { isOwn, isPatient, isVisible, type Resource, type Rule } from './kernel/policy/rules.ts';
import type { Actor } from './kernel/session/actor.ts';
import { findActor } from './kernel/session/find-actor.ts';
import { personOfPlan } from './testing/people.ts';
import { type Caller, newWorld, type World } from './testing/world.ts';

let world: World;
const actors: Actor[] = [];
beforeAll(async () => {
  world = await newWorld();
  await world.sql('update users set tags = array[1] where plan_id <> 12');
  for (const plan of plans) actors.push(await actorOf(await world.as(personOfPlan[plan])));
  actors.push(await actorOf(await world.as('admin@north.test', 'north.localhost')));
});
afterAll(() => world.close());

/** Every rule of the table that was applied, and the answers it gave. */
const answersOf = new Map<Rule, Set<boolean>>();

test('every rule about accounts allows exactly the accounts that its list filter selects', async () => {
  let checked = 0;
  for (const actor of actors) {
    const db = world.app.services.store.read(actor.scope);
    const accounts = await db
      .selectFrom('users')
      .select(['users.id', 'users.domain_id', 'users.plan_id'])
      .select((eb) => visibleTo(actor)(eb).$castTo<boolean>().as('is_visible'))
      .where('users.removed_at', 'is', null)
      .execute();
    for (const [action, rule] of rulesOf(actor)) {
      if (!rule.all.every((condition) => condition.needs === 'actor' || isAboutAccounts(condition))) continue;
      if (rule.deniesWith || !permissions.mayTry(actor, action)) continue;
      const listed = await db
        .selectFrom('users')
        .select('users.id')
        .where('users.removed_at', 'is', null)
        .where(permissions.listFilter(actor, action).where)
        .execute();
      const allowed = accounts.filter((account) => isAllowed(actor, action, accountResource(account)));
      expect(idsOf(allowed), `${action} of plan ${actor.plan}`).toEqual(idsOf(listed));
      checked += accounts.length;
    }
  }
  expect(checked).toBeGreaterThan(10_000);
});

test('the patients of the accounts of a caller are those that the rule about own patients allows', async () => {
  for (const actor of actors.filter(({ plan }) => permissions.table['patients.read']?.[plan])) {
    const db = world.app.services.store.read(actor.scope);
    const current = () =>
      db
        .selectFrom('patient_records')
        .innerJoin('users', 'users.id', 'patient_records.patient_id')
        .select('users.id')
        .where('patient_records.is_current', '=', true);
    if (actor.plan === Plan.generalMember) continue;
    const scope = patientScope(permissions.listFilter(actor, 'patients.read'));
    const found = await (scope === null
      ? current()
      : current().where('users.id', 'in', selectOwnPatients(db, scope))
    ).execute();
    const rule = permissions.listFilter(actor, 'patients.read');
    const allowed = await current().where(rule.where).execute();
    expect(idsOf(found), `plan ${actor.plan}`).toEqual(idsOf(allowed));
  }
});

test('every rule but yes both allows and denies', async () => {
  const [lab] = actors;
  if (!lab) throw new Error('The demo network has no lab.');
  const viewing = { kind: 'login_as', byId: lab.userId, reason: null } as const;
  for (const actor of actors) {
    for (const [action, rule] of rulesOf(actor)) {
      for (const resource of resourcesOf(actor)) {
        for (const variant of [actor, { ...actor, tags: [] }, { ...actor, acting: viewing }]) {
          isAllowed(variant, action, resource);
        }
      }
      if (rule.words === 'on the main site') isAllowed({ ...actor, scope: 'platform' }, action, { domainId: null });
    }
  }
  const rules = new Set(Object.values(permissions.table).flatMap((row) => Object.values(row)));
  for (const rule of rules) {
    const answers = answersOf.get(rule);
    const seen = { allows: answers?.has(true), denies: rule.words === 'yes' || answers?.has(false) };
    expect(seen, rule.words).toEqual({ allows: rule.deniesWith === undefined, denies: true });
  }
});

describe('Session rights', () => {
  test('administrators are not offered the actions that only a signer can take', async () => {
    for (const actor of actors.filter(({ plan }) => plan === Plan.admin || plan === Plan.superAdmin)) {
      expect(permissions.of(actor)).not.toContain('documents.sign');
      expect(permissions.of(actor)).not.toContain('documents.attest');
      expect(permissions.of(actor)).toContain('documents.administer');
    }
  });
});

function isAboutAccounts(condition: Rule['all'][number]): boolean {
  return condition === isOwn || condition === isPatient || condition === isVisible;
}

function isAllowed(actor: Actor, action: string, resource: Resource): boolean {
  const { allowed } = permissions.can(actor, action, resource);
  const rule = permissions.table[action as keyof typeof permissions.table]?.[actor.plan];
  if (rule) answersOf.set(rule, (answersOf.get(rule) ?? new Set()).add(allowed));
  return allowed;
}

function rulesOf({ plan }: Actor): [string, Rule][] {
  return Object.entries(permissions.table).flatMap(([action, row]) => {
    const rule = row[plan];
    return rule ? [[action, rule] as [string, Rule]] : [];
  });
}

/** A record that is the actor's own, one that belongs to others, and one of another site. */
function resourcesOf({ userId, domainId, plan }: Actor): Resource[] {
  const own = { ownerIds: [userId], isVisible: true, isPatient: true, plans: [plan], distributorIds: [userId] };
  const others = { ownerIds: [0], isVisible: false, isPatient: true, plans: [], distributorIds: [] };
  return [
    { domainId, ...own },
    { domainId, ...others },
    { domainId: 0, ...own },
  ];
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

async function actorOf({ token, host }: Caller): Promise<Actor> {
  const site = await world.app.services.domains.findByHost(host);
  const actor = site && token && (await findActor(world.app.services, site, token));
  if (!actor) throw new Error(`No session at ${host}.`);
  return actor;
}

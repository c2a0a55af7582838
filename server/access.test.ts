import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { receiveEsignMessage } from '@vialkeep/contract/documents.ts';
import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { loginAsUser, logout } from '@vialkeep/contract/session.ts';
import { setUserInactive } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDigest } from './testing/database-digest.ts';
import { personOfPlan } from './testing/people.ts';
import { publishedRow } from './testing/published.ts';
import { visible } from './testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from './testing/world.ts';

let world: World;
const callers = new Map<Plan, Caller & { user: { id: number } }>();
beforeAll(async () => {
  world = await newWorld();
  // Some rights need tag 1.
  await world.sql('update users set tags = array[1]');
  for (const plan of plans) callers.set(plan, await world.as(personOfPlan[plan]));
});
afterAll(() => world.close());

/** Calls that need a session; logout comes last because it ends the session. */
const guarded = catalogue
  .filter(({ route }) => route.access !== 'public')
  .toSorted((a, b) => Number(a.route === logout) - Number(b.route === logout));

const call = (caller: Caller, route: (typeof guarded)[number]['route'], id = 999_999) =>
  world.send(caller, route, { params: { id, userId: id } });

const refusals = {
  401: { success: false, code: 'error', reason: 'not_signed_in', message: 'Please log in.' },
  403: { success: false, code: 'error', reason: 'not_permitted', message: 'This action is unauthorized' },
};

/** Public calls that check another proof: a login code, or the provider's signature. */
const knowsTheirOwn: readonly object[] = [loginAsUser, receiveEsignMessage];

describe('F013 Calls without a valid session', () => {
  test.each([
    ['no token', async () => anonymousCaller],
    ['a garbage token', async () => ({ ...anonymousCaller, token: 'garbage-garbage-garbage-garbage-garbage-garb' })],
    ['a session that has run out', expired],
    ['the session of somebody who was deactivated', deactivated],
    ['a session of another site', async () => ({ ...(await world.as('rep')), host: 'north.localhost' })],
  ])('every guarded call with %s answers 401 with the same bytes and changes nothing', async (_what, caller) => {
    const { token, host } = await caller();
    const before = await databaseDigest(world);
    const answers = new Set<string>();
    for (const { name, route } of guarded) {
      const response = await call({ ...anonymousCaller, token, host }, route);
      expect(response.statusCode, name).toBe(401);
      expect(response.json(), name).toEqual(refusals[401]);
      answers.add(JSON.stringify(visible(response)));
    }
    expect(answers.size).toBe(1);
    expect(await databaseDigest(world)).toEqual(before);
  });

  test('every public call is answered, with or without a token', async () => {
    const open = catalogue.filter(
      ({ route }) => route.access === 'public' && !route.inspector && !knowsTheirOwn.includes(route),
    );
    for (const { name, route } of open) {
      for (const token of [null, 'garbage-garbage-garbage-garbage-garbage-garb']) {
        const response = await world.send({ ...anonymousCaller, token }, route, { params: { hc_logo: 'none.png' } });
        expect([200, 400, 404], name).toContain(response.statusCode);
      }
    }
  });
});

describe('F013 Calls with a session', () => {
  test.each(plans)('plan %s is refused exactly those calls that the published table does not grant', async (plan) => {
    const caller = callers.get(plan);
    if (!caller) throw new Error(`Nobody of plan ${plan}.`);
    const granted = (access: string) => new Map(publishedRow(access)).get(plan) !== '—';

    const before = await databaseDigest(world);
    for (const { name, route } of guarded.filter(({ route }) => !granted(route.access))) {
      const response = await call(caller, route, caller.user.id);
      expect(response.statusCode, name).toBe(403);
      expect(response.json(), name).toEqual(refusals[403]);
    }
    expect(await databaseDigest(world)).toEqual(before);

    for (const { name, route } of guarded.filter(({ route }) => granted(route.access))) {
      const { statusCode } = await call(caller, route, caller.user.id);
      expect([401, 403], `${name} answered ${statusCode}`).not.toContain(statusCode);
      expect(statusCode, name).toBeLessThan(500);
    }
  });

  test.each([
    [
      'an administrator in a center’s account',
      4,
      async () => world.actingAs(await world.as('admin'), 'hc@vialkeep.test'),
    ],
    [
      'a super admin in an admin’s account',
      7,
      async () => world.actingAs(await world.as('super'), 'admin@vialkeep.test'),
    ],
    [
      'an administrator in a staff member’s account',
      9,
      async () => world.actingAs(await world.as('admin'), 'staff@vialkeep.test'),
    ],
    ['staff in a center’s account', 4, async () => world.inside(await world.as('staff'), 'hc@vialkeep.test')],
  ] as const)('%s has the rights of the plan, except those that are refused while acting', async (who, plan, enter) => {
    const withheld = who.startsWith('staff') ? /^—$|^not while acting$/ : /^—$|^not while acting$|not viewed/;
    const caller = await enter();
    for (const { name, route } of guarded) {
      const words = new Map(publishedRow(route.access)).get(plan) ?? '—';
      const { statusCode } = await call(caller, route, caller.user.id);
      const granted = !withheld.test(words);
      const refused = words === 'not while acting' ? [409] : [403];
      expect(granted ? [200, 400, 404, 409] : refused, name).toContain(statusCode);
    }
  });

  test('a user who must choose a password first can call only what leads to the new password', async () => {
    const caller = await world.as('buyer');
    await world.sql('update users set must_change_password = true where id = $1', [caller.user.id]);
    for (const { name, route } of guarded) {
      const granted = new Map(publishedRow(route.access)).get(16) !== '—';
      const response = await call(caller, route, caller.user.id);
      const expected = granted ? (route.beforePasswordChange ? [200, 400, 404] : [409]) : [403];
      expect(expected, name).toContain(response.statusCode);
    }
  });
});

async function expired(): Promise<Caller> {
  const caller = await world.as('patient4');
  await world.sql("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [caller.user.id]);
  return caller;
}

async function deactivated(): Promise<Caller> {
  const caller = await world.as('patient5');
  await world.call(await world.as('admin'), setUserInactive, { params: { id: caller.user.id } });
  return caller;
}

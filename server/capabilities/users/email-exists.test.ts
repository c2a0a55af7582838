import { plans } from '@vialkeep/contract/plans.ts';
import { emailExists } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personOfPlan } from '../../testing/people.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const MAY = [4, 5, 6, 7, 8, 10];
const ask = (caller: Caller, email: unknown) => world.send(caller, emailExists, { body: { email } });

describe('F096, S-14 Lookup of an email', () => {
  test('the answer covers the whole installation, ignores case, and reveals nothing else', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    for (const email of ['hc@vialkeep.test', ' HC@VIALKEEP.TEST ', 'hc@north.test', 'former-rep@vialkeep.test']) {
      expect((await ask(north, email)).json(), email).toEqual({ exists: true });
    }
    expect((await ask(north, 'nobody@vialkeep.test')).json()).toEqual({ exists: false });
  });

  test('the email of a removed user counts as free', async () => {
    await world.sql("update users set removed_at = now() where email = 'former-hc@vialkeep.test'");
    expect((await ask(await world.as('admin'), 'former-hc@vialkeep.test')).json()).toEqual({ exists: false });
  });

  test.each(plans)('the lookup by plan %s is answered or refused by the policy', async (plan) => {
    const caller = await world.as(personOfPlan[plan]);
    expect((await ask(caller, 'hc@vialkeep.test')).statusCode).toBe(MAY.includes(plan) ? 200 : 403);
  });

  test('staff can look up an email in a center’s account, and not in their own', async () => {
    const staff = await world.as('staff');
    expect((await ask(staff, 'x@y.test')).statusCode).toBe(403);
    expect((await ask(await world.inside(staff, 'hc@vialkeep.test'), 'x@y.test')).statusCode).toBe(200);
  });

  test.each(['', '  ', 'nobody', 5, null, [], {}, `${'x'.repeat(255)}@y.test`, 'a\u0000@b.test', "' or 1=1"])(
    'the invalid email %j is refused by its field',
    async (email) => {
      const response = await ask(await world.as('super'), email);
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual(['email']);
    },
  );

  test.each(['%@%', '_@_._', "x@y'--", 'hc@vialkeep.test%'])('wildcards in %j are taken literally', async (email) => {
    expect((await ask(await world.as('super'), email)).json()).toEqual({ exists: false });
  });
});

describe('Rate limit of the lookup', () => {
  test('a user gets 30 lookups a minute, also in a burst, and other users are not affected', async () => {
    const rhc = await world.as('rhc2');
    const answers = await Promise.all(Array.from({ length: 35 }, () => ask(rhc, 'hc@vialkeep.test')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    const refused = await ask(await world.as('rhc2'), 'hc@vialkeep.test');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await ask(await world.as('rhc'), 'hc@vialkeep.test')).statusCode).toBe(200);
  });

  test('lookups count for the acting user and not for the account', async () => {
    const staff = await world.as('staff');
    const inside = await world.inside(staff, 'hc2@vialkeep.test');
    await Promise.all(Array.from({ length: 31 }, () => ask(inside, 'x@y.test')));
    expect((await ask(await world.inside(staff, 'hc@vialkeep.test'), 'x@y.test')).statusCode).toBe(429);
    expect((await ask(await world.as('hc2'), 'x@y.test')).statusCode).toBe(200);
  });
});

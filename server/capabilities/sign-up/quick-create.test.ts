import { listHarvestCenters } from '@vialkeep/contract/centers.ts';
import { plans } from '@vialkeep/contract/plans.ts';
import { currentSession, login } from '@vialkeep/contract/session.ts';
import { createHarvestCenter } from '@vialkeep/contract/sign-up.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptInvited } from '../../testing/mail/email-keys.ts';
import { personOfPlan } from '../../testing/people.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let admin: Caller;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
});
afterAll(() => world.close());

const center = { first_name: 'Vera', last_name: 'Quist', company: 'Quist Clinic', subscription: 4 };
const create = (caller: Caller, body: object) => world.send(caller, createHarvestCenter, { body });
const count = async () => (await world.sql<{ n: number }>('select count(*)::int as n from users'))[0]?.n;

describe('F055 Harvest center added by an administrator', () => {
  test('S-16 the new account opens only by the link in the email, whatever password was sent', async () => {
    const email = 'vera@quist.test';
    const answer = await create(admin, { ...center, email, password: 'Temporary-1' });
    expect(answer.json()).toEqual({
      success: true,
      id: expect.any(Number),
      message: 'The harvest center has been created. An invitation is on its way to vera@quist.test.',
    });
    const logIn = (password: string) => world.send(anonymousCaller, login, { body: { email, password } });
    expect((await logIn('Temporary-1')).statusCode).toBe(400);

    const letter = (await world.letters(1)).find(({ recipient }) => recipient === email);
    expect(letter?.subject).toBe('Your Vialkeep account');
    const opened = await acceptInvited(world, email, 'Chosen-by-vera-1');
    expect(opened.user).toMatchObject({ subscription: { id: 4 }, company: 'Quist Clinic', saless_rep_id: null });
    expect((await world.call(opened, currentSession)).must_change_password).toBe(false);
    expect((await logIn('Chosen-by-vera-1')).statusCode).toBe(200);
  });

  test('the audit row has no names, and the center appears in the administrators’ list', async () => {
    const { id } = (await create(admin, { ...center, email: 'second@quist.test' })).json();
    const rows = await world.sql(
      "select action, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where subject_id = $1 and subject = 'user'",
      [String(id)],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'centers.create', facts: { plan: 4 } },
        { action: 'identity.invite', facts: {} },
      ]),
    );
    const listed = await world.call(admin, listHarvestCenters, { query: { search: 'second@quist' } });
    expect(listed.map((one) => one.id)).toEqual([id]);
  });

  test('the center and its email belong to the administrator’s own site', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const { id } = (await create(north, { ...center, email: 'north@quist.test', domain: 1, domain_id: 1 })).json();
    expect(await world.sql('select domain_id, plan_id from users where id = $1', [id])).toEqual([
      { domain_id: 2, plan_id: 4 },
    ]);
    const letter = (await world.letters(1)).find(({ recipient }) => recipient === 'north@quist.test');
    expect(letter?.subject).toBe('Your Northlight Bank account');
  });

  test('two simultaneous requests create one center', async () => {
    const before = (await count()) ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => create(admin, { ...center, email: 'Twice@Quist.test' })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
    const refused = answers.find(({ statusCode }) => statusCode === 400)?.json();
    expect(refused).toMatchObject({
      reason: 'email_in_use',
      fields: { email: 'This e-mail already has an account.' },
    });
    expect(await count()).toBe(before + 1);
    const letters = (await world.letters(1)).filter(({ recipient }) => recipient === 'Twice@Quist.test');
    expect(letters).toHaveLength(1);
  });

  test.each([
    ['email', ''],
    ['email', 'no address'],
    ['first_name', ' '],
    ['last_name', undefined],
    ['company', ''],
    ['company', 'x'.repeat(201)],
    ['subscription', 7],
    ['subscription', '4'],
    ['first_name', 'a\u0000b'],
  ])('the field %s with the value %j is refused by its name, and nothing is created', async (field, value) => {
    const before = await count();
    const response = await create(admin, { ...center, email: 'third@quist.test', [field]: value });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
    expect(await count()).toBe(before);
  });

  test.each(plans.filter((plan) => plan !== 7 && plan !== 10))(
    'U-06 the quick form is refused to plan %s',
    async (plan) => {
      const before = await count();
      const caller = await world.as(personOfPlan[plan]);
      expect((await create(caller, { ...center, email: 'fourth@quist.test' })).statusCode).toBe(403);
      expect(await count()).toBe(before);
    },
  );

  test('without a session or with an expired token the form counts as a sign-up without a sales rep', async () => {
    const before = await count();
    for (const caller of [anonymousCaller, { ...anonymousCaller, token: 'x'.repeat(43) }]) {
      const response = await create(caller, { ...center, email: 'fifth@quist.test' });
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toBe('Sales rep not found.');
    }
    expect(await count()).toBe(before);
  });
});

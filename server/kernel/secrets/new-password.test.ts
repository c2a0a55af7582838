import { addCustomSiteAdmin } from '@vialkeep/contract/custom-sites.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { changePassword, updatePassword } from '@vialkeep/contract/profile.ts';
import { addSalesRep } from '@vialkeep/contract/sign-up.ts';
import { addUser } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/people.ts';
import { anonymousCaller, type Caller, type Input, newWorld, type World } from '../../testing/world.ts';
import { checkNewPassword, PASSWORD_WITH_NAME, STOLEN_PASSWORD } from './new-password.ts';

describe('New password', () => {
  const owner = {
    first_name: 'Zoë',
    last_name: 'Li',
    email: 'zoe.marchetti@stein-clinic.example',
    company: 'Stein Regenerative Clinic',
    site: { product: 'Vialkeep', brand: 'Vialkeep Bank' },
  };
  const objection = (password: string) =>
    checkNewPassword(password, owner, 'password').then(
      () => null,
      ({ fields }) => fields.password,
    );

  test.each([
    ['password', STOLEN_PASSWORD],
    ['Password', STOLEN_PASSWORD],
    ['QWERTYUIOP', STOLEN_PASSWORD],
    ['1234567890', STOLEN_PASSWORD],
    ['trustno1', STOLEN_PASSWORD],
    ['zoe-li-1', PASSWORD_WITH_NAME],
    ['ZOË2026!', null],
    ['Zoë-Li-99', PASSWORD_WITH_NAME],
    ['Zoë-Li-2026', null],
    ['zoelizoeli12', PASSWORD_WITH_NAME],
    ['marchetti123', PASSWORD_WITH_NAME],
    ['zoe.marchetti@stein-clinic.example', PASSWORD_WITH_NAME],
    ['Stein-Clinic', PASSWORD_WITH_NAME],
    ['regenerative1', PASSWORD_WITH_NAME],
    ['Vialkeep', PASSWORD_WITH_NAME],
    ['vialkeep2026', PASSWORD_WITH_NAME],
    ['Vialkeep-demo-1', null],
    ['correct horse battery', null],
    ['Żółw na rowerze', null],
    ['😀😀😀😀😀😀😀😀', null],
  ])('the password %j of Zoë Li is refused with %j', async (password, message) => {
    expect(await objection(password)).toBe(message);
  });
});

describe('Easily guessed passwords', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld();
  });
  afterAll(() => world.close());

  const person = { first_name: 'Ada', last_name: 'Stonebridge', email: 'ada@stonebridge.example' };

  async function refusedAt(caller: Caller, route: Route, input: Input): Promise<{ status: number; fields: unknown }> {
    const response = await world.send(caller, route, input);
    return { status: response.statusCode, fields: response.json().fields };
  }

  test.each([
    ['iloveyou', STOLEN_PASSWORD],
    ['stonebridge1', PASSWORD_WITH_NAME],
  ])(
    'the password %s is refused for a sign-up and for an account that an administrator creates',
    async (password, message) => {
      const admin = await world.as('admin');
      const root = await world.as('super');
      const refused = { status: 400, fields: { password: message } };
      const signUp = { body: { ...person, password, subscription: 3 } };
      expect(await refusedAt(anonymousCaller, addSalesRep, signUp)).toMatchObject(refused);
      const added = { body: { ...person, password, subscription: 3, domain: 1 } };
      expect(await refusedAt(admin, addUser, added)).toMatchObject(refused);
      const siteAdmin = { body: { ...person, password, domain: 2 } };
      expect(await refusedAt(root, addCustomSiteAdmin, siteAdmin)).toMatchObject(refused);
      expect(await world.sql('select id from users where email = $1', [person.email])).toEqual([]);
    },
  );

  test('an easily guessed password is refused when a password is changed, and an existing one still logs in', async () => {
    const lab = await world.as('lab');
    const { last_name } = lab.user;
    for (const [password, message] of [
      ['iloveyou', STOLEN_PASSWORD],
      [`${last_name}-abc`, PASSWORD_WITH_NAME],
    ] as const) {
      const own = { password_current: PASSWORD, password_new: password, password_confirmation: password };
      const refused = { status: 400, fields: { password_new: message } };
      expect(await refusedAt(lab, changePassword, { body: own })).toMatchObject(refused);
      expect(
        await refusedAt(await world.as('admin'), updatePassword, {
          params: { id: lab.user.id },
          body: { user_id: lab.user.id, new_password_change: password, confirm_password_change: password },
        }),
      ).toMatchObject({ status: 400, fields: { new_password_change: message } });
    }
    await world.as('lab');
  });
});

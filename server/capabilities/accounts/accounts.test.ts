import { Plan } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { newWorld, type World } from '../../testing/world.ts';
import * as accounts from './index.ts';

let world: World;
let id: number;
beforeAll(async () => {
  world = await newWorld();
  id = await world.idOf('patient@vialkeep.test');
});
afterAll(() => world.close());

const write = <T>(task: (work: Work) => Promise<T>) =>
  world.app.services.store.write('platform', actorlessContext('test'), async (work) => {
    await audit(work, { domainId: 1, action: 'accounts.test', subject: 'user', subjectId: id });
    return task(work);
  });
const read = () => world.app.services.store.read('platform');
const versionOf = async () =>
  (await world.sql<{ version: number }>('select version from users where id = $1', [id]))[0]?.version ?? 0;

describe('Version of an account', () => {
  test('updateAccount keeps the version, and updateProfile raises it by one', async () => {
    const before = await versionOf();
    await write((work) => accounts.updateAccount(work, id, { city: 'Graz' }));
    expect(await versionOf()).toBe(before);
    await write((work) => accounts.updateProfile(work, id, { city: 'Linz' }));
    expect(await versionOf()).toBe(before + 1);
    expect(await world.sql('select city from users where id = $1', [id])).toEqual([{ city: 'Linz' }]);
  });

  test('bumpVersion refuses a version that the caller read too early, and the version stays', async () => {
    const before = await versionOf();
    expect(await write((work) => accounts.bumpVersion(work, id, before - 1))).toBe(false);
    expect(await versionOf()).toBe(before);
    expect(await write((work) => accounts.bumpVersion(work, id, before))).toBe(true);
    expect(await versionOf()).toBe(before + 1);
  });
});

describe('Email of an account', () => {
  test('a new account has its email across sites until it is removed, in any case of letters', async () => {
    const email = 'New.Account@Example.test';
    expect(await accounts.emailIsTaken(read(), email)).toBe(false);
    const made = await write((work) =>
      accounts.createAccount(work, {
        domain_id: 2,
        plan_id: Plan.buyer,
        email,
        first_name: 'New',
        last_name: 'Account',
        is_active: false,
      }),
    );
    expect(made).toEqual({ id: made.id, email, domain_id: 2 });
    expect(await accounts.hasAccount(read(), email.toLowerCase())).toBe(true);
    expect(await accounts.emailIsTaken(read(), email.toLowerCase())).toBe(true);
    expect(await accounts.emailIsTaken(read(), email, made.id)).toBe(false);
    await write((work) => accounts.removeAccount(work, made.id));
    expect(await accounts.hasAccount(read(), email)).toBe(false);
    expect(await accounts.accountsById(read(), [made.id]).select('email').execute()).toEqual([{ email }]);
    // A removed account has no password that could end, and no name in the view.
    expect(await write((work) => accounts.endPassword(work, made.id))).toBeUndefined();
    expect(await world.sql('select id from account_names where id = $1', [made.id])).toEqual([]);
  });
});

test('setInvitedPassword changes nothing where the account is inactive', async () => {
  const passwords = () => world.sql('select password_hash, last_login from users where id = $1', [id]);
  const before = await passwords();
  await write((work) => accounts.setActive(work, id, false));
  expect(await write((work) => accounts.setInvitedPassword(work, id, 'hash'))).toBeUndefined();
  expect(await passwords()).toEqual(before);
  await write((work) => accounts.setActive(work, id, true));
});

import { updatePassword, updateUser } from '@vialkeep/contract/profile.ts';
import { login } from '@vialkeep/contract/session.ts';
import { deleteInactiveUser, readUserDetails, setUserActive, setUserInactive } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/people.ts';
import { visible } from '../../testing/same-answer.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

const NEW = 'Typed-by-another-1';

let world: World;
const callers = new Map<string, Caller>();
const targets = new Map<string, number>();
beforeAll(async () => {
  world = await newWorld();
  callers.set('7', await world.as('admin'));
  callers.set('10', await world.as('super'));
  callers.set('7n', await world.as('admin@north.test', 'north.localhost'));
  callers.set('10 acting for 7', await world.actingAs(await world.as('super'), 'admin@vialkeep.test'));
  for (const [name, domain, plan] of [
    ['7', 1, 7],
    ['10', 1, 10],
    ['7n', 2, 7],
    ['2', 1, 2],
    ['2n', 2, 2],
  ] as const) {
    const [row] = await world.sql<{ id: number }>(
      `insert into users (domain_id, plan_id, email, first_name, last_name, password_hash, check_agreement)
       select $1, $2, $3, 'Other', 'Person', password_hash, 'yes' from users where email = 'admin@vialkeep.test'
       returning id`,
      [domain, plan, `other-${name}@people.test`],
    );
    targets.set(name, row?.id ?? 0);
  }
});
afterAll(() => world.close());

/** An administrator can set the login of a user whom they can impersonate. */
const table: [caller: string, target: string, may: boolean][] = [
  ['7', '7', false],
  ['7', '10', false],
  ['7', '7n', false],
  ['7', '2', true],
  ['7', '2n', true],
  ['10', '7', true],
  ['10', '7n', true],
  ['10', '10', false],
  ['10', '2', true],
  ['7n', '7n', false],
  ['7n', '7', false],
  ['7n', '10', false],
  ['7n', '2n', true],
  ['7n', '2', false],
  ['10 acting for 7', '7', false],
  ['10 acting for 7', '10', false],
  ['10 acting for 7', '2', true],
];

const callerOf = (name: string) => callers.get(name) ?? anonymousCaller;
const idOf = (name: string) => targets.get(name) ?? 0;
const stateOf = async (id: number) =>
  (await world.sql('select email, is_active, removed_at, password_hash from users where id = $1', [id]))[0];
const sees = (caller: string, target: string) => caller !== '7n' || target === '7n' || target === '2n';

describe('F137, S-34 Password, email and state of another user', () => {
  test.each(table)('the caller %s sets the login of %s: %s', async (name, target, may) => {
    const caller = callerOf(name);
    const id = idOf(target);
    const missing = visible(await world.send(caller, setUserInactive, { params: { id: 999_999 } }));
    const before = await stateOf(id);

    const states = [
      await world.send(caller, setUserInactive, { params: { id } }),
      await world.send(caller, setUserActive, { params: { id } }),
    ];
    const refused = states.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(visible)).toEqual(may ? [] : [missing, missing]);
    const removed = await world.send(caller, deleteInactiveUser, { params: { id } });
    expect(removed.statusCode).toBe(may ? 409 : 404);

    const email = `moved-by-${name.replaceAll(' ', '-')}-${target}@people.test`;
    const moved = await world.send(caller, updateUser, { params: { id }, body: { email } });
    expect(moved.statusCode).toBe(may ? 200 : 404);

    const body = { user_id: id, new_password_change: NEW };
    const set = await world.send(caller, updatePassword, { params: { id }, body });
    expect(set.statusCode).toBe(name.includes('acting') ? 409 : may ? 200 : 404);

    const after = await stateOf(id);
    expect(may ? before : after).toEqual(before);
  });

  test.each(table)('the caller %s is offered for %s only possible actions: %s', async (name, target, may) => {
    const response = await world.send(callerOf(name), readUserDetails, { params: { id: idOf(target) } });
    expect(response.statusCode).toBe(sees(name, target) ? 200 : 404);
    const offered = response.json<{ may?: string[] }>().may ?? [];
    expect(offered.includes('deactivate')).toBe(may);
    const isActing = name.includes('acting');
    expect(offered.includes('change_password')).toBe(may && !isActing);
    expect(offered.includes('login_as')).toBe(may && !isActing);
    // Every administrator can change the other fields of an admin; only a super admin changes a super admin (S-34).
    expect(offered.includes('edit')).toBe(sees(name, target) && (target !== '10' || name === '10'));
  });

  test('an admin changes the other fields of an admin, also where the unchanged email is sent along', async () => {
    const id = idOf('7');
    const [kept] = await world.sql<{ email: string }>('select email from users where id = $1', [id]);
    const body = { city: 'Elsewhere', email: kept?.email.toUpperCase() };
    const answer = await world.send(callerOf('7'), updateUser, { params: { id }, body });
    expect(answer.json()).toMatchObject({ city: 'Elsewhere' });
  });

  test('a change with a forbidden email is refused as a whole', async () => {
    const id = idOf('7');
    const body = { city: 'Nowhere', email: 'taken-over@people.test' };
    expect((await world.send(callerOf('7'), updateUser, { params: { id }, body })).statusCode).toBe(404);
    const [kept] = await world.sql('select city from users where id = $1', [id]);
    expect(kept).toEqual({ city: 'Elsewhere' });
  });

  test('an administrator can always change their own login', async () => {
    const admin = await world.as('admin');
    const { id } = admin.user;
    expect((await world.send(admin, setUserActive, { params: { id } })).statusCode).toBe(200);
    const answer = await world.send(anonymousCaller, login, {
      body: { email: 'admin@vialkeep.test', password: PASSWORD },
    });
    expect(answer.statusCode).toBe(200);
  });
});

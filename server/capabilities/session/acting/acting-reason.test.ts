import { currentSession, generateLoginAsUserToken, loginAsUser } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enrolApp } from '../../../testing/identity/enrolment.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../../testing/world.ts';

const why = 'Their address is wrong on a label';
const required = 'Say why you need to open this account.';
const missing = {
  status: 400,
  body: { reason: 'reason_required', message: required, fields: { reason: required } },
};

let documented: World;
let strict: World;
const admins = new Map<World, Caller>();
beforeAll(async () => {
  documented = await newWorld();
  strict = await newWorld({ IDENTITY_POLICY: 'strict' });
  for (const world of [documented, strict]) admins.set(world, await world.as('admin'));
  // The strict policy asks administrators for a second factor.
  await enrolApp(strict, adminOf(strict));
});
afterAll(async () => {
  await documented.close();
  await strict.close();
});

function adminOf(world: World): Caller {
  const admin = admins.get(world);
  if (!admin) throw new Error('The administrator is not logged in.');
  return admin;
}

describe.each([
  ['a code for a new tab', generateLoginAsUserToken],
  ['viewing in the same tab', loginAsUser],
])('Reason for %s', (_what, route) => {
  const open = async (world: World, reason?: unknown) => {
    const user_id = await world.idOf('hc@vialkeep.test');
    const answer = await world.send(adminOf(world), route, {
      body: reason === undefined ? { user_id } : { user_id, reason },
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  test('a reason is optional under the documented policy', async () => {
    expect((await open(documented)).status).toBe(200);
    expect((await open(documented, '  ')).status).toBe(200);
  });

  test('a reason is required under the strict policy, and the refusal names the field', async () => {
    expect(await open(strict)).toMatchObject(missing);
    expect(await open(strict, ' \n ')).toMatchObject(missing);
    expect((await open(strict, why)).status).toBe(200);
  });

  test('a missing reason does not reveal whether a user exists whose account the caller cannot open', async () => {
    const admin = adminOf(strict);
    for (const user_id of [999_999, await strict.idOf('super@vialkeep.test')]) {
      expect((await strict.send(admin, route, { body: { user_id } })).statusCode).toBe(404);
    }
  });

  test.each([['ab'], ['𝒳𝒳'], ['x'.repeat(201)], ['a\u0000b c'], [7], [null], [['a', 'b', 'c']]])(
    'the reason %j is refused under every policy',
    async (reason) => {
      for (const world of [documented, strict]) {
        const refused = await open(world, reason);
        expect(refused).toMatchObject({ status: 400, body: { fields: { reason: expect.any(String) } } });
      }
    },
  );

  test.each([['abc'], ['𝒳𝒳𝒳'], ['x'.repeat(200)]])('the reason %j is accepted', async (reason) => {
    expect((await open(strict, reason)).status).toBe(200);
  });
});

describe('Recorded reason', () => {
  test('the reason is stored as one line with the code, session, visit and audit row, and shown while acting', async () => {
    const admin = adminOf(strict);
    const user_id = await strict.idOf('lab@vialkeep.test');
    const code = await strict.call(admin, generateLoginAsUserToken, {
      body: { user_id, reason: 'Their address\n  is wrong on a label' },
    });
    const opened = await strict.call(anonymousCaller, loginAsUser, { body: { user_id, token: code.token } });
    expect(opened.acting).toMatchObject({ reason: why, until: expect.any(String) });
    const session = await strict.call({ ...anonymousCaller, token: opened.token }, currentSession);
    expect(session.acting).toEqual(opened.acting);
    expect(Date.parse(session.acting?.until ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000);

    const kept = await strict.sql(
      `select (select reason from login_as_codes where target_id = $1) as code,
         (select reason from sessions where user_id = $1 and kind = 'login_as') as session,
         (select reason from account_visits where user_id = $1) as visit`,
      [user_id],
    );
    expect(kept).toEqual([{ code: why, session: why, visit: why }]);
    const audited = await strict.sql(
      "select action, facts->>'reason' as reason from audit_log where subject_id = $1 and facts ? 'reason' order by position",
      [String(user_id)],
    );
    expect(audited).toEqual([
      { action: 'session.generate_login_as_code', reason: why },
      { action: 'session.login_as', reason: why },
    ]);
  });

  test('the reason cannot be changed when the code is redeemed', async () => {
    const admin = adminOf(strict);
    const user_id = await strict.idOf('rep@vialkeep.test');
    const { token } = await strict.call(admin, generateLoginAsUserToken, { body: { user_id, reason: why } });
    const opened = await strict.call(anonymousCaller, loginAsUser, { body: { user_id, token, reason: 'Another one' } });
    expect(opened.acting?.reason).toBe(why);
  });
});

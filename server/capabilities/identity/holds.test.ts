import { clearHold, sendHoldCode } from '@vialkeep/contract/identity.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import { currentSession, login, resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { beginHold, findHold } from '../../kernel/session/holds.ts';
import { chooseOwn, letterTo } from '../../testing/mail/email-keys.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

const TYPED = 'Typed-by-another-1';
const OWN = 'Chosen-by-the-person-2';
const EMAIL = 'patient@vialkeep.test';

let world: World;
let admin: Caller;
let patient: Caller;
let id: number;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  id = await world.idOf(EMAIL);
});
afterAll(() => world.close());

// Each test starts with a patient whose password an administrator set and who has chosen a new one since.
beforeEach(async () => {
  await world.sql('delete from rate_limits');
  await world.sql("update credential_holds set cleared_at = now(), cleared_by = 'replaced' where cleared_at is null");
  await world.call(admin, updatePassword, { params: { id }, body: { user_id: id, new_password_change: TYPED } });
  patient = await chooseOwn(world, EMAIL, TYPED, OWN);
});

const isHeld = async () => (await findHold(world.app.services.store.read('platform'), id)) !== null;
const mailedCode = async () => {
  await world.call(patient, sendHoldCode);
  return (await letterTo(world, EMAIL, 'Confirm that it is you')).match(/^ {4}(\d{6})$/m)?.[1] ?? '';
};
const clear = (code: string, caller = patient) => world.send(caller, clearHold, { body: { code } });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('A hold on signing', () => {
  test('the code that is mailed to the address on record ends the hold', async () => {
    expect((await world.call(patient, currentSession)).hold).toEqual({ why: 'password_set_by_other', until: null });
    const sent = await world.call(patient, sendHoldCode);
    expect(sent.message).toBe('A code is on its way to p•••@vialkeep.test.');
    const code = await mailedCode();
    expect((await clear(code)).statusCode).toBe(200);
    expect(await isHeld()).toBe(false);
    expect((await world.call(patient, currentSession)).hold).toBeNull();
    expect(await world.refusalOf(patient, sendHoldCode)).toEqual({ status: 409, reason: 'no_hold' });
    expect(await world.refusalOf(patient, clearHold, { body: { code } })).toEqual({ status: 409, reason: 'no_hold' });
  });

  test('a wrong code leaves the hold and counts, and the right code is refused after five attempts', async () => {
    const code = await mailedCode();
    for (let tries = 0; tries < 5; tries += 1) {
      const refused = await clear(wrong(code));
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({
        reason: 'wrong_code',
        message: 'This code is not right.',
        fields: { code: 'This code is not right.' },
      });
    }
    expect((await clear(code)).json().reason).toBe('wrong_code');
    expect(await isHeld()).toBe(true);
  });

  test('one of twenty concurrent uses of the right code succeeds', async () => {
    const code = await mailedCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => clear(code)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const cleared = await world.sql(
      "select 1 from credential_holds where user_id = $1 and cleared_by = 'mailed code' and cleared_at > now() - interval '1 minute'",
      [id],
    );
    expect(cleared.length).toBeGreaterThan(0);
  });

  test('a code expires after fifteen minutes, and a newer code ends an older one', async () => {
    await mailedCode();
    const second = await mailedCode();
    const usable = 'select 1 from mailed_codes where user_id = $1 and used_at is null and ended_at is null';
    expect(await world.sql(usable, [id])).toHaveLength(1);
    await world.sql('update mailed_codes set expires_at = now() where user_id = $1', [id]);
    expect((await clear(second)).json().reason).toBe('wrong_code');
  });

  test('the code of another user does not end the hold', async () => {
    const code = await mailedCode();
    const other = await world.idOf('patient2@vialkeep.test');
    await world.call(admin, updatePassword, {
      params: { id: other },
      body: { user_id: other, new_password_change: TYPED },
    });
    const second = await chooseOwn(world, 'patient2@vialkeep.test', TYPED, OWN);
    expect((await clear(code, second)).json().reason).toBe('wrong_code');
  });

  test('a user gets at most five codes an hour', async () => {
    const statuses: number[] = [];
    for (let letters = 0; letters < 6; letters += 1) {
      statuses.push((await world.send(patient, sendHoldCode)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('an actor in another account cannot end the hold', async () => {
    const code = await mailedCode();
    const acting = await world.actingAs(admin, EMAIL);
    const refused = { status: 409, reason: 'not_while_acting' };
    expect(await world.refusalOf(acting, sendHoldCode)).toEqual(refused);
    expect(await world.refusalOf(acting, clearHold, { body: { code } })).toEqual(refused);
    expect((await world.call(acting, currentSession)).hold).toBeNull();
    expect(await isHeld()).toBe(true);
  });

  test('a user who still has a temporary password cannot end the hold before choosing a new one', async () => {
    await world.call(admin, updatePassword, { params: { id }, body: { user_id: id, new_password_change: TYPED } });
    const opened = await world.call(anonymousCaller, login, { body: { email: EMAIL, password: TYPED } });
    const caller = { ...anonymousCaller, token: opened.token };
    const refused = { status: 409, reason: 'password_change_required' };
    expect(await world.refusalOf(caller, sendHoldCode)).toEqual(refused);
    expect(await world.refusalOf(caller, clearHold, { body: { code: '123456' } })).toEqual(refused);
  });

  test('logging in with a one-time password ends the hold and replaces the temporary password', async () => {
    await world.call(admin, updatePassword, { params: { id }, body: { user_id: id, new_password_change: TYPED } });
    await world.call(anonymousCaller, resetPassword, { body: { email: EMAIL } });
    const password = (await letterTo(world, EMAIL, 'Your new password')).match(/^ {4}(\S+)$/m)?.[1] ?? '';
    await world.call(anonymousCaller, login, { body: { email: EMAIL, password } });
    expect(await isHeld()).toBe(false);
    const again = await world.send(anonymousCaller, login, { body: { email: EMAIL, password: TYPED } });
    expect(again.json().reason).toBe('wrong_credentials');
    const [session] = await world.sql('select proved_by from sessions where user_id = $1 order by id desc limit 1', [
      id,
    ]);
    expect(session).toEqual({ proved_by: 'one-time password' });
    const [kept] = await world.sql('select password_set_by, password_until from users where id = $1', [id]);
    expect(kept).toEqual({ password_set_by: null, password_until: null });
  });

  test('no code ends a hold after an administrator changed the email, and the refusal says when the hold ends', async () => {
    await world.app.services.store.write('platform', actorlessContext('test'), (work) =>
      beginHold(work, { userId: id, domainId: 1, why: 'email_set_by_other', hours: 72 }),
    );
    const refused = await world.send(patient, sendHoldCode);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      reason: 'code_cannot_end',
      message: expect.stringMatching(/You can sign again from \d+ \w+ \d{4}, \d\d:\d\d UTC on\.$/),
    });
    expect((await clear('123456')).json().reason).toBe('code_cannot_end');
    expect((await world.call(patient, currentSession)).hold).toEqual({
      why: 'email_set_by_other',
      until: expect.any(String),
    });
  });

  test.each([{}, { code: '' }, { code: '1'.repeat(21) }, { code: 7 }])(
    'the body %j is refused, and the hold stays',
    async (body) => {
      expect(await world.refusalOf(patient, clearHold, { body })).toEqual({ status: 400, reason: 'invalid_input' });
      expect(await isHeld()).toBe(true);
    },
  );
});

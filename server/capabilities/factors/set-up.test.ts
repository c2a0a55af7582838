import {
  addPasskey,
  confirmTotp,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  readIdentity,
  removeFactor,
  renewRecoveryCodes,
  secondFactorLogin,
  startTotp,
} from '@vialkeep/contract/factors.ts';
import { currentSession, listSessions } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askForMailCode,
  authenticatorAt,
  beginLogin,
  codeOf,
  enrolApp,
  enrolPasskey,
  forgetUsedCodes,
} from '../../testing/identity/enrolment.ts';
import { anonymousCaller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const lettersOf = (userId: number) =>
  world.sql<{ subject: string }>("select subject from letters where user_id = $1 and kind = 'factor-changed'", [
    userId,
  ]);

describe('Authenticator app', () => {
  test('the first app needs a mailed code, brings ten recovery codes, raises this session and locks the others', async () => {
    const other = await world.as('rep');
    const rep = await world.as('rep');
    expect(await world.call(rep, readIdentity)).toMatchObject({ factors: [], level: 1, needs_mail_code: true });
    const { secret, uri } = await world.call(rep, startTotp);
    expect(uri).toContain(`secret=${secret}`);
    const body = { code: codeOf(secret) };
    expect(await world.refusalOf(rep, confirmTotp, { body })).toEqual({ status: 409, reason: 'mail_code_required' });
    const mail_code = await askForMailCode(world, rep);
    const wrong = { body: { ...body, mail_code: mail_code === '000000' ? '000001' : '000000' } };
    expect(await world.refusalOf(rep, confirmTotp, wrong)).toEqual({ status: 400, reason: 'wrong_mail_code' });
    const done = await world.call(rep, confirmTotp, { body: { ...body, mail_code } });
    expect(new Set(done.recovery_codes).size).toBe(10);
    expect(await world.call(rep, readIdentity)).toMatchObject({
      factors: [{ id: 'totp', kind: 'totp' }],
      recovery_left: 10,
      level: 2,
      needs_mail_code: false,
    });
    expect(await world.refusalOf(other, currentSession)).toEqual({ status: 409, reason: 'session_locked' });
    expect((await world.call(rep, listSessions)).find(({ current }) => current)).toMatchObject({
      level: 2,
      proved_by: 'password and app',
    });
    expect(await world.refusalOf(rep, startTotp)).toEqual({ status: 409, reason: 'totp_exists' });
    expect(await lettersOf(rep.user.id)).toHaveLength(1);
    const [kept] = await world.sql<{ all: string }>(
      'select string_agg(totp_secrets::text, chr(10)) as all from totp_secrets',
    );
    expect(kept?.all).not.toContain(secret);
  });

  test('an account with an app logs in with its code, and no session exists before', async () => {
    const rep2 = await world.as('rep2');
    const { secret } = await enrolApp(world, rep2);
    const sessions = () => world.sql('select id from sessions where user_id = $1', [rep2.user.id]);
    const before = (await sessions()).length;
    const next = await beginLogin(world, 'rep2@vialkeep.test');
    expect(next).toMatchObject({ methods: ['totp', 'recovery_code'], passkey: null });
    expect(await sessions()).toHaveLength(before);
    const opened = await world.call(anonymousCaller, secondFactorLogin, {
      body: { login: next.login, totp: codeOf(secret) },
    });
    const caller = { ...anonymousCaller, token: opened.token };
    expect((await world.call(caller, listSessions)).find(({ current }) => current)).toMatchObject({ level: 2 });
    const again = { body: { login: next.login, totp: codeOf(secret, 1) } };
    expect(await world.refusalOf(anonymousCaller, secondFactorLogin, again)).toEqual({
      status: 401,
      reason: 'login_expired',
    });
  });
});

describe('Passkey', () => {
  test('a passkey is added, logs in alone, and is removed with a letter about each change', async () => {
    const lab = await world.as('lab');
    const { authenticator, factor, recovery } = await enrolPasskey(world, lab);
    expect(recovery).toHaveLength(10);
    const begun = await world.call(anonymousCaller, passkeyLoginOptions);
    const opened = await world.call(anonymousCaller, passkeyLogin, {
      body: { login: begun.login, response: authenticator.get(begun.passkey) },
    });
    const caller = { ...anonymousCaller, token: opened.token, user: opened.user };
    expect((await world.call(caller, listSessions)).find(({ current }) => current)).toMatchObject({
      level: 2,
      proved_by: 'passkey',
    });
    const next = await beginLogin(world, 'lab@vialkeep.test');
    expect(next.methods).toEqual(['passkey', 'recovery_code']);
    await world.call(anonymousCaller, secondFactorLogin, {
      body: { login: next.login, passkey: authenticator.get(next.passkey ?? {}) },
    });
    await world.call(caller, removeFactor, { params: { id: factor.id } });
    expect(await world.call(caller, readIdentity)).toMatchObject({ factors: [], recovery_left: 0 });
    expect(await lettersOf(lab.user.id)).toHaveLength(2);
    expect((await world.as('lab')).token).not.toBeNull();
  });

  test('a passkey of one site is not offered on another', async () => {
    const onMain = await world.as('hc@north.test');
    await enrolPasskey(world, onMain);
    expect((await beginLogin(world, 'hc@north.test')).methods).toContain('passkey');
    const north = await beginLogin(world, 'hc@north.test', 'north.localhost');
    expect(north).toMatchObject({ methods: ['recovery_code'], passkey: null });
  });

  test('a passkey that is registered already and an eleventh passkey are refused', async () => {
    const buyer = await world.as('buyer');
    const { authenticator } = await enrolPasskey(world, buyer);
    const begun = await world.call(buyer, passkeyOptions);
    const again = { login: begun.login, label: 'Again', response: authenticator.create(begun.options) };
    expect(await world.refusalOf(buyer, addPasskey, { body: again })).toEqual({ status: 409, reason: 'passkey_known' });
    for (let count = 1; count < 10; count += 1) await enrolPasskey(world, buyer, { isFirst: false });
    const more = await world.call(buyer, passkeyOptions);
    const response = (await authenticatorAt(world)).create(more.options);
    const eleventh = { login: more.login, label: 'Eleventh', response };
    expect(await world.refusalOf(buyer, addPasskey, { body: eleventh })).toEqual({
      status: 409,
      reason: 'too_many_factors',
    });
  });
});

describe('Recovery codes', () => {
  test('new recovery codes make the old ones invalid, and each is accepted once', async () => {
    const donor = await world.as('donor');
    expect(await world.refusalOf(donor, renewRecoveryCodes)).toEqual({ status: 409, reason: 'no_factor' });
    const { recovery } = await enrolApp(world, donor);
    const { recovery_codes: renewed } = await world.call(donor, renewRecoveryCodes);
    const useCode = async (recovery_code = '') => {
      await forgetUsedCodes(world);
      const { login } = await beginLogin(world, 'donor@vialkeep.test');
      const answer = await world.send(anonymousCaller, secondFactorLogin, { body: { login, recovery_code } });
      return answer.statusCode;
    };
    expect(await useCode(recovery[0])).toBe(400);
    expect(await useCode(renewed[0]?.toLowerCase().replace('-', ' '))).toBe(200);
    expect(await useCode(renewed[0])).toBe(400);
    expect(await world.call(donor, readIdentity)).toMatchObject({ recovery_left: 9 });
  });
});

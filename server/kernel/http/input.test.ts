import { updateUser } from '@vialkeep/contract/profile.ts';
import { login, resetPassword } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let rep: Caller & { user: { id: number } };
beforeAll(async () => {
  world = await newWorld();
  rep = await world.as('rep');
});
afterAll(() => world.close());

const json = { host: 'localhost', 'content-type': 'application/json' };
const sendLogin = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  world.raw({ method: 'POST', url: login.path, headers: { ...json, ...headers }, payload });

const unreadable = {
  success: false,
  code: 'error',
  reason: 'invalid_input',
  message: 'The request could not be read.',
};

describe('T60 Malformed JSON bodies', () => {
  test.each([
    '{',
    '{"email": }',
    "{'email': 'x'}",
    'email=x&password=y',
    '',
    '\u0000',
    '{"email": "x"} trailing',
    '[',
    '\ufeff{"email": NaN}',
    '{"__proto__": {"admin": true}, "email": "x@y.test", "password": "z"}',
    '{"constructor": {"prototype": {"admin": true}}, "email": "x@y.test", "password": "z"}',
    '['.repeat(100_000),
  ])('a malformed body is refused and not repeated: %.40j', async (payload) => {
    const response = await sendLogin(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(unreadable);
  });

  test('bytes that are not valid text are refused', async () => {
    const response = await sendLogin(Buffer.from('7b22656d61696c223a22ff00fe22', 'hex'));
    expect(response.statusCode).toBe(400);
  });

  test.each(['[]', '"text"', '5', 'true', '[{"email":"x@y.test","password":"z"}]'])(
    'JSON that is not an object is refused: %s',
    async (payload) => {
      const response = await sendLogin(payload);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ reason: 'invalid_input' });
    },
  );

  test('a body cannot change a prototype', async () => {
    await sendLogin('{"__proto__": {"admin": true}}');
    expect({}).not.toHaveProperty('admin');
  });
});

describe('T60 Bodies of another content type', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'text/html',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('a body of type %s is refused with 415', async (type) => {
    const response = await sendLogin('{"email":"hc@vialkeep.test","password":"Vialkeep-demo-1"}', {
      'content-type': type,
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({
      success: false,
      code: 'error',
      reason: 'wrong_content_type',
      message: 'Send JSON.',
    });
  });
});

describe('T65 Oversized bodies', () => {
  test('a JSON body over 256 kB is refused with 413', async () => {
    const body = (bytes: number) => JSON.stringify({ email: 'x@y.test', password: 'z', more: 'x'.repeat(bytes) });
    expect((await sendLogin(body(255 * 1024))).json()).toMatchObject({ reason: 'wrong_credentials' });
    const response = await sendLogin(body(257 * 1024));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({
      success: false,
      code: 'error',
      reason: 'too_large',
      message: 'This is too large.',
    });
  });
});

describe('T60 Hostile texts in every field', () => {
  const texts = [
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u0085',
    '\u2028',
    '\ufeff',
    '\u202e',
    'x'.repeat(100_000),
    '🧪'.repeat(200),
    "'; drop table users; --",
    '${jndi:ldap://x}',
    '../../etc/passwd',
    '<img src=x onerror=alert(1)>',
    '\r\nSet-Cookie: a=b',
    'a\u0085b@x.test',
    'a\ud800@x.test',
    'a\u200b@x.test',
    'a@b@c',
    `${'a'.repeat(250)}@x.test`,
    'null',
    '[object Object]',
  ];
  const fields = [
    'first_name',
    'company',
    'phone_number',
    'email',
    'address1',
    'zip_code',
    'hc_logo',
    'check_agreement',
  ];

  test.each(fields)('no text causes an internal error in %s', async (field) => {
    for (const text of texts) {
      const response = await world.send(rep, updateUser, { params: { id: rep.user.id }, body: { [field]: text } });
      expect(response.statusCode, JSON.stringify(text).slice(0, 60)).toBeLessThan(500);
    }
  });

  test('no text causes an internal error in a login or a password reset', async () => {
    for (const text of texts) {
      const body = { email: text, password: text || 'x' };
      const long = await world.raw({ method: 'POST', url: login.path, headers: json, payload: body });
      const reset = await world.raw({ method: 'POST', url: resetPassword.path, headers: json, payload: body });
      expect(long.statusCode, JSON.stringify(text).slice(0, 60)).toBeLessThan(500);
      expect(reset.statusCode, JSON.stringify(text).slice(0, 60)).toBeLessThan(500);
    }
    // The emails must also be sent without a job that fails forever.
    await world.letters();
    expect(await world.sql('select last_error from graphile_worker.jobs')).toEqual([]);
  });
});

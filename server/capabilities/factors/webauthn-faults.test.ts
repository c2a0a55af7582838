import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  addPasskey,
  passkeyLogin,
  passkeyLoginOptions,
  passkeyOptions,
  stepUp,
  stepUpOptions,
} from '@vialkeep/contract/factors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Authenticator, ResponseFault, SentResponse } from '../../testing/identity/authenticator.ts';
import { authenticatorAt, enrolPasskey } from '../../testing/identity/enrolment.ts';
import { unhurried } from '../../testing/servers/unhurried.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
let rep: Caller;
let other: Caller;
let device: Authenticator;
let northDevice: Authenticator;
let refused = 0;
let controls = 0;

beforeAll(async () => {
  world = await newWorld({ ...unhurried, LOGIN_FAILURES: '1000' });
  rep = await world.as('rep');
  other = await world.as('rep2');
  device = (await enrolPasskey(world, rep)).authenticator;
  await enrolPasskey(world, other);
  northDevice = (await enrolPasskey(world, await world.as('hc@north.test', 'north.localhost'))).authenticator;
});
afterAll(async () => {
  await world.close();
  process.stdout.write(`WebAuthn: ${refused} generated faults refused, ${controls} positive controls accepted\n`);
});

const strangersKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const flipped = (bytes: Buffer, at: number) =>
  Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
const changed =
  (part: string, to: unknown) =>
  ({ response }: SentResponse) => {
    response[part] = to;
  };
const text = (value: string) => Buffer.from(value).toString('base64url');

/** Faults of the page and of the authenticator that every kind of response can have. */
const sharedFaults: Record<string, ResponseFault> = {
  'the origin of a stranger': { origin: 'https://evil.test' },
  'the origin of another port': { origin: 'http://localhost:9999' },
  'the origin of another site': { origin: 'http://north.localhost:3000' },
  'the origin with another scheme': { origin: 'https://localhost:3000' },
  'an origin that begins alike': { origin: 'http://localhost:3000.evil.test' },
  'no origin': { client: { origin: undefined } },
  'the relying party of a stranger': { rpId: 'evil.test' },
  'the relying party of another site': { rpId: 'north.localhost' },
  'an empty relying party': { rpId: '' },
  'another challenge': { challenge: randomBytes(32).toString('base64url') },
  'an empty challenge': { challenge: '' },
  'no challenge': { client: { challenge: undefined } },
  'an unknown type': { type: 'webauthn.other' },
  'the type of a payment': { type: 'payment.get' },
  'a page in a foreign frame': { client: { crossOrigin: true } },
  'a page in a foreign frame that is named': { client: { crossOrigin: true, topOrigin: 'https://evil.test' } },
  'client data that are no JSON': { change: changed('clientDataJSON', text('{"type":')) },
  'client data that are a list': { change: changed('clientDataJSON', text('[]')) },
  'client data that are no text': { change: changed('clientDataJSON', 7) },
  'no client data': { change: changed('clientDataJSON', undefined) },
  'another raw id': {
    change: (response) => {
      response.rawId = 'AAAA';
    },
  },
  'no response': {
    change: (response) => {
      Object.assign(response, { response: undefined });
    },
  },
  'another kind of credential': {
    change: (response) => {
      response.type = 'password';
    },
  },
  'an id with padding': {
    change: (response) => {
      response.id = response.rawId = `${String(response.id)}=`;
    },
  },
  'an id of 3,000 letters': {
    change: (response) => {
      response.id = response.rawId = 'A'.repeat(3_000);
    },
  },
  'one megabyte': { change: changed('padding', 'A'.repeat(1_000_000)) },
};

const assertionFaults: Record<string, ResponseFault> = {
  ...sharedFaults,
  'the type of a registration': { type: 'webauthn.create' },
  'no verified user': { flags: 0x01 },
  'no present user': { flags: 0x04 },
  'no flags': { flags: 0 },
  'the signature of another key': { signedBy: strangersKey },
  'a changed signature': {
    change: ({ response }) => {
      response.signature = flipped(Buffer.from(String(response.signature), 'base64url'), 12).toString('base64url');
    },
  },
  'an empty signature': { change: changed('signature', '') },
  'a signature that is no text': { change: changed('signature', { r: 1, s: 1 }) },
  'a signature of letters': { change: changed('signature', 'not a signature') },
  'a counter of zero again': { counter: 0 },
  'authenticator data that are cut': { data: (bytes) => bytes.subarray(0, 30) },
  'authenticator data with further bytes': { data: (bytes) => Buffer.concat([bytes, Buffer.from([1, 2, 3])]) },
  'no authenticator data': { change: changed('authenticatorData', undefined) },
  'authenticator data that were not signed': {
    change: ({ response }) => {
      const bytes = Buffer.from(String(response.authenticatorData), 'base64url');
      response.authenticatorData = flipped(bytes, 36).toString('base64url');
    },
  },
  'the user handle of another': { change: changed('userHandle', text('another')) },
  'an unknown credential': { id: randomBytes(32) },
};

const registrationFaults: Record<string, ResponseFault> = {
  ...sharedFaults,
  'the type of a login': { type: 'webauthn.get' },
  'no verified user': { flags: 0x41 },
  'no present user': { flags: 0x44 },
  'no credential in the data': { flags: 0x05 },
  'an algorithm that is not offered': { algorithm: -47 },
  'an attestation without its statement': { format: 'packed' },
  'an unknown attestation': { format: 'home-made' },
  'the id of another credential': { id: randomBytes(32) },
  'authenticator data that are cut': { data: (bytes) => bytes.subarray(0, 60) },
  'no attestation': { change: changed('attestationObject', undefined) },
  'an attestation that is no CBOR': { change: changed('attestationObject', text('hello')) },
  'an empty attestation': { change: changed('attestationObject', '') },
};

/** What must not change by a refused call. */
async function stateOf(): Promise<unknown> {
  return world.sql(
    `select (select count(*) from sessions) as sessions, (select count(*) from passkeys) as passkeys,
       (select sum(counter) from passkeys) as counters, (select max(proved_at) from sessions) as proved,
       (select count(*) from recovery_codes where used_at is null) as codes`,
  );
}

async function expectRefused(send: () => Promise<{ statusCode: number; body: string }>): Promise<void> {
  const before = await stateOf();
  const answer = await send();
  expect([400, 401, 413], answer.body).toContain(answer.statusCode);
  expect(await stateOf()).toEqual(before);
  refused += 1;
}

async function logIn(answer: (options: object) => object, by = anonymousCaller) {
  const begun = await world.call(anonymousCaller, passkeyLoginOptions);
  const body = { login: begun.login, response: answer(begun.passkey) };
  const { statusCode, body: answered } = await world.send(by, passkeyLogin, { body });
  return { statusCode, body: answered, sent: body };
}

async function expectLogin(): Promise<void> {
  expect((await logIn((options) => device.get(options))).statusCode).toBe(200);
  controls += 1;
}

describe('Login with a passkey', () => {
  test.each(Object.entries(assertionFaults))(
    'a response with %s is refused, and a right one is accepted',
    async (_what, fault) => {
      await expectLogin();
      await expectRefused(() => logIn((options) => device.get(options, fault)));
      await expectLogin();
    },
  );

  test('a passkey of another site is refused', async () => {
    await expectRefused(() => logIn((options) => northDevice.get(options)));
    await expectLogin();
  });

  test('a response is accepted once, and not for another login', async () => {
    const first = await logIn((options) => device.get(options));
    expect(first.statusCode).toBe(200);
    await expectRefused(() => world.send(anonymousCaller, passkeyLogin, { body: first.sent }));
    await expectRefused(() => logIn(() => first.sent.response));
    await expectLogin();
  });

  test('a key of another site, an unknown key and a key for another purpose are refused', async () => {
    const begun = await world.call({ ...anonymousCaller, host: 'north.localhost' }, passkeyLoginOptions);
    const response = device.get(begun.passkey);
    await expectRefused(() => world.send(anonymousCaller, passkeyLogin, { body: { login: begun.login, response } }));
    await expectRefused(() => world.send(anonymousCaller, passkeyLogin, { body: { login: 'unknown', response } }));
    const options = await world.call(rep, stepUpOptions);
    const proof = { login: options.login, response: device.get(options.passkey ?? {}) };
    await expectRefused(() => world.send(anonymousCaller, passkeyLogin, { body: proof }));
    await expectLogin();
  });

  test('a login that is older than five minutes, and one after five wrong tries, are refused', async () => {
    const old = await world.call(anonymousCaller, passkeyLoginOptions);
    await world.sql("update login_challenges set expires_at = now() - interval '1 second' where used_at is null");
    await expectRefused(() =>
      world.send(anonymousCaller, passkeyLogin, { body: { login: old.login, response: device.get(old.passkey) } }),
    );
    const begun = await world.call(anonymousCaller, passkeyLoginOptions);
    const attempt = (fault: ResponseFault) =>
      world.send(anonymousCaller, passkeyLogin, {
        body: { login: begun.login, response: device.get(begun.passkey, fault) },
      });
    for (let tries = 0; tries < 5; tries += 1) await expectRefused(() => attempt({ flags: 1 }));
    const last = await attempt({});
    expect([last.statusCode, last.json().reason]).toEqual([401, 'login_expired']);
    refused += 1;
    await expectLogin();
  });
});

describe('Set-up of a passkey', () => {
  async function add(fault: ResponseFault, caller = rep) {
    const fresh = await authenticatorAt(world);
    const begun = await world.call(caller, passkeyOptions);
    const body = { login: begun.login, label: 'Phone', response: fresh.create(begun.options, fault) };
    const { statusCode, body: answered } = await world.send(caller, addPasskey, { body });
    return { statusCode, body: answered, sent: body };
  }

  async function expectAdded(): Promise<void> {
    expect((await add({})).statusCode).toBe(200);
    await world.sql("delete from passkeys where label = 'Phone'");
    controls += 1;
  }

  test.each(Object.entries(registrationFaults))(
    'a new passkey with %s is refused, and a right one is accepted',
    async (_what, fault) => {
      await expectRefused(() => add(fault));
      await expectAdded();
    },
  );

  test('a challenge of another session, and one that was used, are refused', async () => {
    const begun = await world.call(other, passkeyOptions);
    const response = (await authenticatorAt(world)).create(begun.options);
    const body = { login: begun.login, label: 'Phone', response };
    await expectRefused(() => world.send(rep, addPasskey, { body }));
    const { sent: done } = await add({});
    await world.sql("delete from passkeys where label = 'Phone'");
    await expectRefused(() => world.send(rep, addPasskey, { body: done }));
    await expectAdded();
  });
});

describe('Further proof with a passkey', () => {
  async function prove(caller: Caller, by: Authenticator, begunBy = caller) {
    const { login, passkey } = await world.call(begunBy, stepUpOptions);
    return world.send(caller, stepUp, { body: { login, passkey: by.get(passkey ?? {}) } });
  }

  test('a passkey of another person, and a challenge of another session, are refused', async () => {
    const second = await world.as('lab2');
    const theirs = (await enrolPasskey(world, second)).authenticator;
    await expectRefused(() => prove(rep, theirs));
    await expectRefused(() => prove(rep, device, other));
    await expectRefused(() => prove(second, device));
    expect((await prove(rep, device)).statusCode).toBe(200);
    expect((await prove(second, theirs)).statusCode).toBe(200);
    controls += 2;
  });
});

test('at least 40 faults were generated', () => {
  expect(Object.keys(assertionFaults).length + Object.keys(registrationFaults).length).toBeGreaterThanOrEqual(40);
});

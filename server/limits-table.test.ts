import { createApiKey, listApiKeys } from '@vialkeep/contract/api-keys.ts';
import { requestSignatures, verifyFile } from '@vialkeep/contract/documents.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { login, resetPassword } from '@vialkeep/contract/session.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newKey } from './testing/api-keys/new-key.ts';
import { png } from './testing/documents/pictures.ts';
import { type Caller, newWorld, type World } from './testing/world.ts';

// A table of all limits: what is limited, the attempts, and how many are admitted and refused.

let world: World;
beforeEach(async () => {
  world = await newWorld();
});
afterEach(() => world.close());

const network = (n: number) => `203.0.${Math.floor(n / 250)}.${1 + (n % 250)}`;

type Attempt = { route: { path: string }; payload: object; from?: string; caller?: Caller };

async function statusOf({ route, payload, from = '127.0.0.1', caller }: Attempt): Promise<number> {
  const response = await world.raw({
    method: 'POST',
    url: route.path,
    remoteAddress: from,
    headers: { host: 'localhost', ...(caller ? { authorization: `token ${caller.token}` } : {}) },
    payload,
  });
  return response.statusCode;
}

const wrongLogin = (email: string, from?: string) =>
  statusOf({ route: login, payload: { email, password: 'not it' }, ...(from ? { from } : {}) });
const forgotten = (email: string, from: string) => statusOf({ route: resetPassword, payload: { email }, from });
const asked = (caller: Caller, email: string, from?: string) =>
  statusOf({ route: requestSignatures, payload: { name: 'Ada Stone', email }, caller, ...(from ? { from } : {}) });

type Row = { tries: number; let_through: number; attempt: (n: number) => Promise<number> };

const rows: Record<string, () => Promise<Row>> = {
  'login failures of an account and network, 15 min': async () => ({
    tries: 12,
    let_through: 10,
    attempt: () => wrongLogin('hc@vialkeep.test'),
  }),
  'login failures of a network, 15 min': async () => ({
    tries: 60,
    let_through: 50,
    attempt: (n) => wrongLogin(`p${n}@vialkeep.test`),
  }),
  'login failures of an account, unknown browsers, 1 day': async () => ({
    tries: 70,
    let_through: 60,
    attempt: (n) => wrongLogin('hc@vialkeep.test', network(n)),
  }),
  'Forgot Password of a network and address, 1 h': async () => ({
    tries: 5,
    let_through: 3,
    attempt: () => forgotten('hc@vialkeep.test', network(1)),
  }),
  'Forgot Password of a network, 1 h': async () => ({
    tries: 25,
    let_through: 20,
    attempt: (n) => forgotten(`p${n}@vialkeep.test`, network(1)),
  }),
  'letters to strangers of a sender, 1 h': async () => {
    const admin = await world.as('admin');
    const payload = (n: number) => ({ first_name: 'Ada', last_name: 'Stone', email: `p${n}@new.test` });
    return {
      tries: 35,
      let_through: 30,
      attempt: (n) => statusOf({ route: createPatient, payload: payload(n), caller: admin }),
    };
  },
  'letters to strangers of a new sender, 1 day': async () => {
    const hc = await world.as('hc');
    await world.sql('update users set date_joined = now() where id = $1', [hc.user.id]);
    return { tries: 25, let_through: 20, attempt: (n) => asked(hc, `p${n}@new.test`) };
  },
  'letters to a stranger, 1 day': async () => {
    const hc = await world.as('hc');
    return { tries: 8, let_through: 5, attempt: () => asked(hc, 'often@new.test') };
  },
  'letters to strangers of a network, 1 h': async () => {
    const clinics = await Promise.all(['hc', 'hc2', 'hc3'].map((who) => world.as(who)));
    return {
      tries: 66,
      let_through: 60,
      attempt: (n) => asked(clinics[n % 3] as Caller, `p${n}@new.test`),
    };
  },
  'uploads not used, 1 day': async () => {
    const hc = await world.as('hc');
    const file = { name: 'logo.png', bytes: png };
    return {
      tries: 55,
      let_through: 50,
      attempt: async () => (await world.send(hc, uploadHcLogo, { file })).statusCode,
    };
  },
  'files shown to /verify, 10 min': async () => {
    const file = { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 no') };
    const nobody = { token: null, host: 'localhost', user: null };
    return {
      tries: 65,
      let_through: 60,
      attempt: async () => (await world.send(nobody, verifyFile, { file })).statusCode,
    };
  },
  'calls of an API key, the last of 600, 1 min': async () => {
    const key = await newKey(world, await world.as('admin'), { scopes: ['people.read'] });
    await world.send(key, listApiKeys);
    // 600 calls might take longer than a minute.
    await world.sql("update rate_limits set hits = 590 where bucket = 'api-key'");
    return {
      tries: 20,
      let_through: 10,
      attempt: async () => (await world.send(key, listApiKeys)).statusCode,
    };
  },
  'guesses of a password to make an API key, 15 min': async () => {
    const admin = await world.as('admin');
    const body = { name: 'Guess', scopes: ['people.read'], password_current: 'Not-the-password-1' };
    return {
      tries: 12,
      let_through: 10,
      attempt: async () => (await world.send(admin, createApiKey, { body })).statusCode,
    };
  },
};

test.each(Object.entries(rows))(
  'the limit “%s” admits its number of attempts and refuses the rest',
  { timeout: 120_000 },
  async (name, prepare) => {
    const { tries, let_through, attempt } = await prepare();
    const statuses: number[] = [];
    for (let n = 0; n < tries; n += 1) statuses.push(await attempt(n));
    const refused = statuses.filter((status) => status === 429).length;
    process.stdout.write(`limit: ${name}: ${tries} tries, ${tries - refused} let through, ${refused} refused\n`);
    expect(tries - refused).toBe(let_through);
    expect(statuses.slice(0, let_through)).not.toContain(429);
  },
);

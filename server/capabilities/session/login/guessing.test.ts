import { login } from '@vialkeep/contract/session.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserJar } from '../../../testing/browser-jar.ts';
import { PASSWORD as password } from '../../../testing/people.ts';
import { anonymousCaller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});
afterEach(() => world.close());

const OWNER = 'hc@vialkeep.test';
const OWNERS_NETWORK = '198.51.100.1';

type Try = { email?: string; given?: string; from?: string; cookie?: string };

const attempt = ({ email = OWNER, given = 'not it', from = OWNERS_NETWORK, cookie }: Try = {}) =>
  world.raw({
    method: 'POST',
    url: login.path,
    remoteAddress: from,
    headers: { host: 'localhost', ...(cookie ? { cookie } : {}) },
    payload: { email, password: given },
  });

const statusOf = async (tried: Try) => (await attempt(tried)).statusCode;

/** The device cookie of this browser, after a login. */
async function knownBrowser(email = OWNER): Promise<string> {
  const jar = browserJar();
  jar.receive(await attempt({ email, given: password, from: '198.51.100.200' }));
  return jar.header;
}

/** The number of passwords that were compared and found wrong. */
async function tried(): Promise<number> {
  const [row] = await world.sql<{ n: number }>(
    "select count(*)::int as n from audit_log where action = 'session.login_refused'",
  );
  return row?.n ?? 0;
}

const network = (n: number) => `203.0.${Math.floor(n / 250)}.${1 + (n % 250)}`;

// Each wrong password is hashed, which takes time.
const timeout = 120_000;

describe('Failed logins from one network', { timeout }, () => {
  test('the server checks 50 passwords of 200 simultaneous wrong logins on 200 accounts', async () => {
    const burst = await Promise.all(
      Array.from({ length: 200 }, (_, n) => statusOf({ email: `person${n}@vialkeep.test` })),
    );
    expect(burst.filter((status) => status === 400)).toHaveLength(50);
    expect(burst.filter((status) => status === 429)).toHaveLength(150);
    expect(await tried()).toBe(50);
  });

  test('refused attempts count neither towards the daily limit of an account nor towards another network’s limit', async () => {
    for (let n = 0; n < 60; n += 1) await attempt({ email: `person${n}@vialkeep.test` });
    for (let n = 0; n < 70; n += 1) await attempt();
    expect(await statusOf({ given: password, from: network(1) })).toBe(200);
  });

  test('failures stay counted when another user of the network logs in, and correct passwords do not count', async () => {
    for (let n = 0; n < 49; n += 1) await attempt({ email: `person${n}@vialkeep.test` });
    for (let n = 0; n < 5; n += 1) expect(await statusOf({ email: 'lab@vialkeep.test', given: password })).toBe(200);
    expect(await statusOf({ email: 'last@vialkeep.test' })).toBe(400);
    expect(await statusOf({ email: 'over@vialkeep.test' })).toBe(429);
  });

  test('80 simultaneous logins with correct passwords from one network all succeed', async () => {
    const people = await world.sql<{ email: string }>('select email from users where is_active and domain_id = 1');
    const burst = await Promise.all(
      Array.from({ length: 80 }, (_, n) => statusOf({ email: people[n % people.length]?.email, given: password })),
    );
    expect(burst.filter((status) => status !== 200)).toEqual([]);
  });
});

describe('Browser from which the owner logged in before', { timeout }, () => {
  test('a known browser logs in during an attack from 100 networks, of which 60 attempts are checked', async () => {
    const cookie = await knownBrowser();
    const attack = await Promise.all(Array.from({ length: 100 }, (_, n) => statusOf({ from: network(n) })));
    expect(attack.filter((status) => status === 400)).toHaveLength(60);
    expect(await tried()).toBe(60);
    expect(await statusOf({ given: password, cookie })).toBe(200);
    expect(await statusOf({ given: password })).toBe(429);
    await world.sql("update rate_limits set window_start = window_start - interval '1 day'");
    expect(await statusOf({ given: password })).toBe(200);
  });

  test('a known browser logs in although its network has used up its failures', async () => {
    const cookie = await knownBrowser();
    for (let n = 0; n < 11; n += 1) await attempt();
    for (let n = 0; n < 50; n += 1) await attempt({ email: `person${n}@vialkeep.test` });
    expect(await statusOf({ given: password })).toBe(429);
    expect(await statusOf({ given: password, cookie })).toBe(200);
  });

  test('a known browser has ten attempts, so that its cookie alone does not open the account', async () => {
    const cookie = await knownBrowser();
    const guesses: number[] = [];
    for (let n = 0; n < 12; n += 1) guesses.push(await statusOf({ cookie, from: network(n) }));
    expect(guesses).toEqual([...Array(10).fill(400), 429, 429]);
    expect(await statusOf({ given: password, cookie })).toBe(429);
    expect(await statusOf({ given: password })).toBe(200);
  });

  test('a browser is known for one account only, and for 180 days', async () => {
    const cookie = await knownBrowser('lab@vialkeep.test');
    for (let n = 0; n < 10; n += 1) await attempt({ cookie });
    expect(await statusOf({ given: password, cookie })).toBe(429);
    const own = await knownBrowser();
    expect(await statusOf({ given: password, cookie: own })).toBe(200);
    await world.sql("update known_devices set last_seen_at = now() - interval '180 days'");
    expect(await statusOf({ given: password, cookie: own })).toBe(429);
  });

  test('a browser is known for each account that logged in with it, by one secret that is stored only as a hash', async () => {
    const jar = browserJar();
    const enter = (email: string) => attempt({ email, given: password, from: network(1), cookie: jar.header });
    jar.receive(await enter(OWNER));
    const secret = jar.values.at(-1) ?? '';
    const [line] = jar.receive(await enter('lab@vialkeep.test')).filter((one) => one.startsWith('vk_device='));
    expect(line).toBe(`vk_device=${secret}; Path=/api; Max-Age=15552000; HttpOnly; SameSite=Strict`);
    const rows = await world.sql<{ user_id: number }>('select * from known_devices');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('a browser cannot choose its own secret, and the server keeps the 20 newest of an account', async () => {
    const made = 'a'.repeat(43);
    const jar = browserJar();
    jar.receive(await attempt({ given: password, cookie: `vk_device=${made}` }));
    expect(jar.header).toContain('vk_device=');
    expect(jar.header).not.toContain(made);
    for (let n = 0; n < 22; n += 1) await attempt({ given: password });
    expect(await world.sql('select count(*)::int as n from known_devices')).toEqual([{ n: 20 }]);
  });

  test('the device cookie is Secure where the site uses HTTPS', async () => {
    const safe = await newWorld({ BASE_URL: 'https://vialkeep.example' });
    const response = await safe.send({ ...anonymousCaller, host: 'vialkeep.example' }, login, {
      body: { email: OWNER, password },
    });
    const lines = [response.headers['set-cookie'] ?? []].flat();
    expect(lines.find((line) => line.startsWith('vk_device='))).toMatch(/; Secure$/);
    await safe.close();
  });
});

import { login } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../kernel/secrets/passwords.ts';
import { PASSWORD as password } from '../../../testing/people.ts';
import { visible } from '../../../testing/same-answer.ts';
import { anotherServer } from '../../../testing/servers/another-server.ts';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  // guessing.test.ts tests the limit of a whole network.
  world = await newWorld({ LOGIN_FAILURES_PER_NETWORK: '1000' });
});
afterAll(() => world.close());

const attempt = (email: string, given = 'not it', address = '127.0.0.1') =>
  world.raw({
    method: 'POST',
    url: login.path,
    remoteAddress: address,
    payload: { email, password: given },
  });

async function failures(email: string, times: number, address?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await attempt(email, 'not it', address)).statusCode);
  return statuses;
}

describe('F014 Failed logins', () => {
  test('after ten failures every login is refused, also with the correct password, with the time to retry', async () => {
    expect(await failures('hc@vialkeep.test', 11)).toEqual([...Array(10).fill(400), 429]);
    const right = await attempt('hc@vialkeep.test', password);
    expect(right.statusCode).toBe(429);
    expect(right.json()).toEqual({
      success: false,
      code: 'error',
      reason: 'too_many_requests',
      message: 'Too many attempts. Please try again later.',
    });
    const wait = Number(right.headers['retry-after']);
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
  });

  test('failures for an unknown email are counted in the same way', async () => {
    expect(await failures('who@vialkeep.test', 11)).toEqual([...Array(10).fill(400), 429]);
    await failures('rep@vialkeep.test', 11);
    expect(visible(await attempt('who@vialkeep.test'))).toMatchObject({ status: 429 });
    expect((await attempt('who@vialkeep.test')).body).toBe((await attempt('rep@vialkeep.test')).body);
  });

  test('failures are counted regardless of the case of the email', async () => {
    for (const email of ['lab@vialkeep.test', 'LAB@vialkeep.test', ' Lab@Vialkeep.test']) await failures(email, 4);
    expect((await attempt('lab@vialkeep.test')).statusCode).toBe(429);
  });

  test('failures from one address do not lock the owner out at another', async () => {
    await failures('buyer@vialkeep.test', 11, '192.0.2.7');
    expect((await attempt('buyer@vialkeep.test', password, '192.0.2.7')).statusCode).toBe(429);
    expect((await attempt('buyer@vialkeep.test', password, '192.0.2.8')).statusCode).toBe(200);
  });

  test('failures from one IPv6 network count together, whatever the addresses', async () => {
    for (let n = 0; n < 10; n += 1) await attempt('rhc@vialkeep.test', 'not it', `2001:db8:1:2::${n.toString(16)}`);
    expect((await attempt('rhc@vialkeep.test', password, '2001:db8:1:2:ffff::9')).statusCode).toBe(429);
    expect((await attempt('rhc@vialkeep.test', password, '2001:db8:1:3::1')).statusCode).toBe(200);
  });

  test('failures are still counted after a restart', async () => {
    await failures('manager@vialkeep.test', 7);
    const restarted = await anotherServer(world);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const response = await restarted.http.inject({
        method: 'POST',
        url: login.path,
        headers: { host: 'localhost' },
        payload: { email: 'manager@vialkeep.test', password: 'not it' },
      });
      statuses.push(response.statusCode);
    }
    await restarted.close();
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  test('the server checks no more than ten of many simultaneous attempts', async () => {
    const burst = await Promise.all(Array.from({ length: 25 }, () => attempt('donor@vialkeep.test')));
    expect(burst.filter(({ statusCode }) => statusCode === 400)).toHaveLength(10);
    expect(burst.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15);
  });

  test('failures are reset by a correct password and after 15 minutes', async () => {
    await failures('viewer@vialkeep.test', 9);
    expect((await attempt('viewer@vialkeep.test', password)).statusCode).toBe(200);
    expect(await failures('viewer@vialkeep.test', 11)).toEqual([...Array(10).fill(400), 429]);
    await world.sql("update rate_limits set window_start = window_start - interval '15 minutes'");
    expect((await attempt('viewer@vialkeep.test', password)).statusCode).toBe(200);
  });

  test('the counters contain neither email nor address', async () => {
    await failures('patient@vialkeep.test', 1);
    const rows = await world.sql("select bucket, encode(subject_hash, 'escape') as subject from rate_limits");
    expect(JSON.stringify(rows)).not.toMatch(/vialkeep|127\.0/);
  });
});

describe('Duration of a failed login', () => {
  // Other test files share the machine, so the two kinds alternate and only medians are compared.
  test('the duration of a failed login does not reveal whether the account exists', { retry: 2 }, async () => {
    await world.sql('update users set password_hash = $1', [await hashPassword(password)]);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      known.push(await timed(() => attempt(`patient${n + 2}@vialkeep.test`)));
      unknown.push(await timed(() => attempt(`nobody${n + 2}@vialkeep.test`)));
    }
    const ratio = median(known) / median(unknown);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  });
});

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForToken, cardTokenOf, TOKENS_PATH } from '../../../testing/fakes/payments/sandbox-token.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { FRAME_PATH } from './sandbox-frame.ts';
import { deleteExpiredTokens } from './sandbox-tokens.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
beforeEach(() => world.sql('delete from rate_limits'));
afterAll(() => world.close());

const NUMBER = '4929123412341232';
const tokens = () => world.sql('select t::text as text from sandbox_tokens t');

describe('Tokens of the sandbox', () => {
  test('a page of any origin exchanges a card for a token without a session, and reads its brand and last digits', async () => {
    const preflight = await world.raw({ method: 'OPTIONS', url: TOKENS_PATH, headers: { host: 'localhost' } });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
    });
    const answer = await askForToken(world, { number: NUMBER });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(answer.json()).toEqual({ token: expect.stringMatching(/^sandbox-.{43}$/), brand: 'Visa', last4: '1232' });
  });

  test('the table of tokens holds neither the number, nor the code, nor the token', async () => {
    const token = await cardTokenOf(world, NUMBER, { code: '753' });
    const stored = JSON.stringify(await tokens());
    expect(stored).toContain('1232');
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    for (const secret of [NUMBER, token, '753']) expect(stored).not.toContain(`,${secret},`);
    expect(stored).not.toContain(NUMBER);
  });

  test.each([
    ['number', { number: '4929123412341233' }],
    ['number', { number: undefined }],
    ['expires', { number: NUMBER, expires: '2020-01' }],
    ['code', { number: NUMBER, code: '1234' }],
    ['holder', { number: NUMBER, holder: NUMBER }],
  ])('a wrong %s is refused at its field, and the answer has no card data', async (field, about) => {
    const before = await tokens();
    const answer = await askForToken(world, about);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(answer.body).not.toMatch(/4929|1234/);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(await tokens()).toEqual(before);
  });

  test('one network gets 60 tokens in ten minutes, and another one is not limited by it', async () => {
    const ask = (remoteAddress: string) =>
      world.raw({ method: 'POST', url: TOKENS_PATH, headers: { host: 'localhost' }, remoteAddress, payload: {} });
    for (let n = 0; n < 60; n += 1) expect((await ask('203.0.113.7')).statusCode).toBe(400);
    expect((await ask('203.0.113.7')).statusCode).toBe(429);
    expect((await ask('203.0.113.8')).statusCode).toBe(400);
  });

  test('tokens are deleted a day after they have expired', async () => {
    await cardTokenOf(world);
    await world.sql("update sandbox_tokens set expires_at = now() - interval '2 days'");
    await cardTokenOf(world, NUMBER);
    await world.app.services.store.unaudited('test', deleteExpiredTokens);
    expect(await tokens()).toHaveLength(1);
  });
});

describe('Frame of the sandbox', () => {
  const frame = (host = 'localhost') => world.raw({ method: 'GET', url: FRAME_PATH, headers: { host } });

  test('TM10 the frame has an origin of its own, runs its one script and calls only the sandbox', async () => {
    const { statusCode, headers, body } = await frame();
    expect(statusCode).toBe(200);
    const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(body) ?? [];
    const hash = createHash('sha256').update(script).digest('base64');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hash}'`,
      'connect-src http://localhost/sandbox-gateway/tokens',
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      'sandbox allow-scripts',
    ]);
  });

  test('TM10 another site cannot show the frame', async () => {
    const { headers } = await frame('north.localhost');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['content-security-policy']).toContain('connect-src http://north.localhost/sandbox-gateway/tokens');
    expect((await frame('elsewhere.example')).statusCode).toBe(421);
  });
});

test('without the sandbox as gateway there are no tokens and no frame, and the page may call the gateway’s host', async () => {
  const other = await newWorld({
    PAYMENTS: 'authorizenet',
    AUTHORIZENET_LOGIN: 'login',
    AUTHORIZENET_KEY: 'key',
    AUTHORIZENET_CLIENT_KEY: 'public',
    AUTHORIZENET_BROWSER_URL: 'https://browsers.gateway.example/xml/v1/request.api',
  });
  expect((await askForToken(other, { number: NUMBER })).statusCode).toBe(404);
  expect((await other.raw({ method: 'GET', url: FRAME_PATH })).statusCode).toBe(404);
  const policyOf = async ({ raw }: World) =>
    String((await raw({ method: 'GET', url: '/' })).headers['content-security-policy']);
  expect(await policyOf(other)).toContain("connect-src 'self' https://browsers.gateway.example;");
  expect(await policyOf(world)).toContain("connect-src 'self';");
  await other.close();
});

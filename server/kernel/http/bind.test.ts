import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import { listSessions } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathFor } from '../../testing/path-for.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { pagePermissions, securityHeaders } from './headers.ts';

let world: World;
let token: string | null;
beforeAll(async () => {
  world = await newWorld();
  ({ token } = await world.as('hc'));
});
afterAll(() => world.close());

const notFound = { success: false, code: 'error', reason: 'not_found', message: 'Not found.' };
const headers = { host: 'localhost' };

/** One address for every route; the tests do not depend on the answer. */
const addresses = catalogue.map(({ name, route }) => ({
  name,
  route,
  url: pathFor(route, { id: 999_999, userId: 999_999, hc_logo: 'none.png' }, {}),
}));

describe('F013 Unknown calls', () => {
  test.each([
    ['GET', '/api/v1/nothing/'],
    ['GET', '/api'],
    ['POST', '/api/admin/'],
    ['GET', '/auth/nothing'],
    ['GET', '/domain/'],
    ['GET', '/media/x/y.png'],
    ['GET', '/dev/nothing'],
    ['GET', '/api/v1/users/1/2/3'],
    ['PUT', '/api/admin/login/'],
    ['GET', '/api/admin/login/'],
    ['DELETE', '/api/v1/users/session/'],
    ['OPTIONS', '/api/v1/users/session/'],
    ['POST', '/dashboard'],
    ['GET', '/api/v1/<script>alert(1)</script>'],
  ] as const)('%s %s answers 404 in the shape of the API and repeats nothing', async (method, url) => {
    const response = await world.raw({ method, url, headers });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual(notFound);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test.each(['/%', '/api/%zz', '/%ff', '/media/hc-logos/%c0%ae'])(
    'a malformed address answers in the shape of the API: %s',
    async (url) => {
      const response = await world.raw({ url, headers });
      expect([400, 404]).toContain(response.statusCode);
      expect(RefusalAnswer.parse(response.json()).success).toBe(false);
      expect(response.headers).toMatchObject(securityHeaders);
    },
  );
});

/** The options of a login with a passkey are new ones each time. */
function withoutChallenge(body: string): string {
  return body.replaceAll(/"(login|challenge)":"[\w-]+"/g, '"$1":""');
}

describe('Every call', () => {
  test('every call answers the same with and without its trailing slash', async () => {
    for (const { name, route, url } of addresses) {
      const ask = { method: route.method, headers };
      const bare = await world.raw({ ...ask, url: url.replace(/\/$/, '') });
      const slashed = await world.raw({ ...ask, url: url.replace(/\/?$/, '/') });
      expect(slashed.statusCode, name).toBe(bare.statusCode);
      expect(withoutChallenge(slashed.body), name).toBe(withoutChallenge(bare.body));
    }
  });

  test('every answer carries the security headers and a unique request id', async () => {
    const others = [
      '/',
      '/dashboard',
      '/healthz',
      '/readyz',
      '/api/openapi.json',
      '/api/docs',
      '/dev/outbox',
      '/api/x',
      '/%',
    ];
    const urls = [
      ...addresses.map(({ route, url }) => ({ method: route.method, url })),
      ...others.map((url) => ({ url })),
    ];
    const ids = new Set<unknown>();
    for (const ask of urls) {
      const response = await world.raw({ ...ask, headers });
      // The application's pages use the camera; the server's own pages do not.
      const isPage = ['/', '/dashboard'].includes(ask.url);
      const permissions = isPage ? { 'permissions-policy': pagePermissions } : {};
      expect(response.headers, ask.url).toMatchObject({ ...securityHeaders, ...permissions });
      expect(response.headers['x-request-id'], ask.url).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers, ask.url).not.toHaveProperty('x-powered-by');
      expect(response.headers, ask.url).not.toHaveProperty('access-control-allow-origin');
      ids.add(response.headers['x-request-id']);
    }
    expect(ids.size).toBe(urls.length);
  });

  test('every answer with data or a refusal forbids caching', async () => {
    for (const { name, route, url } of addresses) {
      const response = await world.raw({
        method: route.method,
        url,
        headers: { ...headers, authorization: `token ${token}` },
      });
      expect(response.headers['cache-control'], name).toBe('no-store');
    }
    expect((await world.raw({ url: '/api/nothing', headers })).headers['cache-control']).toBe('no-store');
  });

  test('a request id from the client is ignored', async () => {
    const sent = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const response = await world.raw({ url: listSessions.path, headers: { ...headers, ...sent } });
    expect(response.headers['x-request-id']).not.toBe('mine');
  });

  test('a preflight request from another origin gets no CORS headers', async () => {
    const preflight = await world.raw({
      method: 'OPTIONS',
      url: listSessions.path,
      headers: { ...headers, origin: 'https://evil.test', 'access-control-request-method': 'GET' },
    });
    expect(preflight.statusCode).toBe(404);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

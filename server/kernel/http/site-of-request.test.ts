import { resetPassword } from '@vialkeep/contract/session.ts';
import { readSite } from '@vialkeep/contract/sites.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anotherServer } from '../../testing/servers/another-server.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { securityHeaders } from './headers.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

const siteAt = async (headers: Record<string, string>) =>
  (await world.raw({ url: readSite.path, headers })).json().name;

describe('T54 Host of a request', () => {
  test.each([
    ['localhost', 'Vialkeep'],
    ['localhost:3000', 'Vialkeep'],
    ['LOCALHOST', 'Vialkeep'],
    ['localhost.', 'Vialkeep'],
    ['127.0.0.1:8080', 'Vialkeep'],
    ['[::1]:3000', 'Vialkeep'],
    ['north.localhost', 'Northlight'],
    ['North.Localhost:3000', 'Northlight'],
  ])('%s selects the site %s', async (host, name) => {
    expect(await siteAt({ host })).toBe(name);
  });

  test.each([
    'evil.test',
    'localhost.evil.test',
    'evil.localhost',
    'xlocalhost',
    'localhost@evil.test',
    'localhost:x',
    ' ',
  ])('the unregistered host %s answers 421, for every address and without a page', async (host) => {
    for (const url of ['/', '/dashboard', readSite.path, '/api/nothing', '/dev/outbox.json', '/api/openapi.json']) {
      const response = await world.raw({ url, headers: { host } });
      expect(response.statusCode, url).toBe(421);
      expect(response.json()).toEqual({
        success: false,
        code: 'error',
        reason: 'unknown_host',
        message: 'This site is not known here.',
      });
      expect(response.headers).toMatchObject(securityHeaders);
    }
  });

  test('a forwarded header does not change the host', async () => {
    for (const name of ['x-forwarded-host', 'forwarded', 'x-host', 'x-original-host', 'x-forwarded-server']) {
      const value = name === 'forwarded' ? 'host=north.localhost' : 'north.localhost';
      expect(await siteAt({ host: 'localhost', [name]: value }), name).toBe('Vialkeep');
    }
  });

  test('a forwarded host is trusted only from a proxy that the settings name', async () => {
    const server = await anotherServer(world, { TRUST_PROXY: '10.0.0.1' });
    const ask = async (remoteAddress: string) => {
      const headers = { host: 'localhost', 'x-forwarded-host': 'north.localhost' };
      return (await server.http.inject({ url: readSite.path, headers, remoteAddress })).json().name;
    };
    expect(await ask('10.0.0.1')).toBe('Northlight');
    expect(await ask('192.0.2.1')).toBe('Vialkeep');
    await server.close();
  });

  test('the host of a request never gets into an email', async () => {
    for (const headers of [
      { host: 'localhost:6666', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
      { host: '127.0.0.1', forwarded: 'host=evil.test', origin: 'https://evil.test' },
    ]) {
      await world.raw({ method: 'POST', url: resetPassword.path, headers, payload: { email: 'hc@vialkeep.test' } });
    }
    // The demo network has a letter of its own, to an inspector.
    const letters = (await world.letters(3)).filter(({ recipient }) => recipient === 'hc@vialkeep.test');
    expect(letters).toHaveLength(2);
    for (const { text_body } of letters) {
      expect(text_body).toContain('http://localhost:3000/?redirect=password');
      expect(text_body).not.toMatch(/evil|6666/);
    }
  });
});

describe('Health checks', () => {
  test('health checks are answered for any host', async () => {
    const headers = { host: '10.1.2.3' };
    expect((await world.raw({ url: '/healthz', headers })).json()).toEqual({ status: 'serving' });
    expect((await world.raw({ url: '/readyz', headers })).json()).toEqual({ status: 'ready' });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visible } from '../../testing/same-answer.ts';
import { anotherServer } from '../../testing/servers/another-server.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { contentSecurityPolicy } from './headers.ts';

let world: World;
let production: World;
beforeAll(async () => {
  world = await newWorld();
  production = await newWorld({ NODE_ENV: 'production' });
});
afterAll(async () => {
  await world.close();
  await production.close();
});

describe('Application page', () => {
  test.each(['/', '/dashboard', '/users/5', '/?redirect=password', '/no/such/screen'])(
    'the page is served at %s',
    async (url) => {
      const response = await world.raw({ url, headers: { host: 'localhost' } });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy(),
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
      });
    },
  );

  test('the page contains its site, and a site’s name cannot inject markup', async () => {
    await world.sql("update domains set brand = '</script><script>alert(1)//' where host = 'north.localhost'");
    // Sites are cached for some seconds: a server that has just started reads the changed one.
    const server = await anotherServer(world);
    const fresh = await server.http.inject({ url: '/', headers: { host: 'north.localhost' } });
    await server.close();
    expect(fresh.body).toContain('"name":"Northlight"');
    expect(fresh.body.match(/<\/script>/g)).toHaveLength(1);
    expect(fresh.body).toContain('\\u003c/script>\\u003cscript>alert(1)//');
  });
});

describe('API documentation in production', () => {
  test('the API documentation is absent in production unless API_DOCS is on, and absent elsewhere when API_DOCS is off', async () => {
    const [asked, quiet] = [
      await anotherServer(production, { NODE_ENV: 'production', API_DOCS: 'on' }),
      await anotherServer(world, { API_DOCS: 'off' }),
    ];
    const headers = { host: 'localhost' };
    for (const url of ['/api/docs', '/api/docs/', '/api/openapi.json']) {
      const hidden = await production.raw({ url, headers });
      expect(hidden.statusCode, url).toBe(404);
      expect(visible(hidden)).toEqual(visible(await production.raw({ url: '/api/nothing', headers })));
      expect((await quiet.http.inject({ url, headers })).statusCode, url).toBe(404);
      expect((await asked.http.inject({ url, headers })).statusCode, url).toBe(200);
      expect((await world.raw({ url, headers })).statusCode, url).toBe(200);
    }
    await asked.close();
    await quiet.close();
  });
});

describe('Outbox page', () => {
  test('the outbox page exists in demo mode, escapes its contents, and is absent in production', async () => {
    await world.sql(
      `insert into letters (domain_id, kind, recipient, sender, subject, text_body, html_body, message_id)
       values (1, 'x', '"<b>"@x.test', 'a@x.test', '<script>alert(1)</script>', '<img>', '<p>', '<1@x>')`,
    );
    const page = await world.raw({ url: '/dev/outbox', headers: { host: 'localhost' } });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/<script|<img|<b>/);
    const [letter] = (await world.raw({ url: '/dev/outbox.json', headers: { host: 'localhost' } })).json();
    expect(Object.keys(letter).toSorted()).toEqual(['created_at', 'html', 'id', 'subject', 'text', 'to']);
    for (const url of ['/dev/outbox', '/dev/outbox.json']) {
      expect((await production.raw({ url, headers: { host: 'localhost' } })).statusCode).toBe(404);
    }
  });
});

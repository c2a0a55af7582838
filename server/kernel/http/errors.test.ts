import { readPreferences } from '@vialkeep/contract/preferences.ts';
import { updateUser, uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { currentSession, listSessions, login } from '@vialkeep/contract/session.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../../app.ts';
import { png } from '../../testing/documents/pictures.ts';
import { PASSWORD } from '../../testing/people.ts';
import { anotherServer } from '../../testing/servers/another-server.ts';
import { interruptibleDatabase } from '../../testing/servers/interruptible-database.ts';
import { anonymousCaller, type Caller, newWorld, type World } from '../../testing/world.ts';

const LEAKS = /select|insert|update |relation|column|constraint|postgres|kysely|node_modules|\.ts|at .*\(|argon2/i;
const failed = {
  success: false,
  code: 'error',
  reason: 'unexpected',
  message: 'Something went wrong. Please try again.',
  request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
};

describe('T63 Internal errors', () => {
  let world: World;
  let admin: Caller & { user: { id: number } };
  beforeAll(async () => {
    world = await newWorld();
    admin = await world.as('admin');
  });
  afterAll(() => world.close());

  test('an internal error answers with a request id and nothing else', async () => {
    await world.sql('alter table relations rename to gone');
    const body = { email: 'hc@vialkeep.test', password: PASSWORD };
    const responses = [
      await world.send(admin, currentSession),
      await world.send(admin, updateUser, { params: { id: admin.user.id }, body: { city: 'x' } }),
      await world.send(anonymousCaller, login, { body }),
    ];
    await world.sql('alter table gone rename to relations');
    for (const response of responses) {
      expect(response.statusCode).toBe(500);
      expect(response.json()).toEqual(failed);
      expect(response.json().request_id).toBe(response.headers['x-request-id']);
      expect(response.body.replace(/"request_id":"[^"]*"/, '')).not.toMatch(LEAKS);
    }
  });

  test('an internal error leaves no changes of the call', async () => {
    const before = await world.sql('select city from users where id = $1', [admin.user.id]);
    await world.sql('alter table relations rename to gone');
    const response = await world.send(admin, updateUser, {
      params: { id: admin.user.id },
      body: { city: 'Half-made' },
    });
    await world.sql('alter table gone rename to relations');
    expect(response.statusCode).toBe(500);
    expect(await world.sql('select city from users where id = $1', [admin.user.id])).toEqual(before);
  });

  test('an internal error does not affect the next call on the same connection', async () => {
    expect((await world.send(admin, currentSession)).statusCode).toBe(200);
  });
});

describe('T75 Access checks during failures', () => {
  let world: World;
  let admin: Caller;
  beforeAll(async () => {
    world = await newWorld();
    admin = await world.as('admin');
  });
  afterAll(() => world.close());

  const faults = async (table: string, act: () => Promise<{ statusCode: number; body: string }>) => {
    await world.sql(`alter table ${table} rename to gone`);
    const response = await act();
    await world.sql(`alter table gone rename to ${table}`);
    return response;
  };

  test('a call is refused when the sessions cannot be read', async () => {
    const response = await faults('sessions', () => world.send(admin, listUsers));
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('vialkeep.test');
  });

  test('a call is refused when the policy throws', async () => {
    const { permissions } = world.app.services;
    const broken = {
      ...permissions,
      objection: () => {
        throw new Error('broken rule of somebody@vialkeep.test');
      },
    };
    Object.assign(world.app.services, { permissions: broken });
    const response = await world.send(admin, listUsers);
    Object.assign(world.app.services, { permissions });
    expect(response.json()).toEqual(failed);
    expect((await world.send(admin, listUsers)).statusCode).toBe(200);
  });

  test('a login is refused when attempts cannot be counted', async () => {
    const body = { email: 'hc@vialkeep.test', password: PASSWORD };
    const response = await faults('rate_limits', () => world.send(anonymousCaller, login, { body }));
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('token');
  });

  test('a change is not made when its audit row cannot be written', async () => {
    const response = await faults('audit_log', () =>
      world.send(admin, uploadHcLogo, { file: { name: 'a', bytes: png } }),
    );
    expect(response.statusCode).toBe(500);
    expect(await world.sql("select * from files where name like 'hc-logos/%'")).toEqual([]);
  });
});

describe('Unavailable database', () => {
  let world: World;
  let server: App;
  let way: Awaited<ReturnType<typeof interruptibleDatabase>>;
  let authorization: string;
  beforeAll(async () => {
    world = await newWorld();
    way = await interruptibleDatabase();
    server = await anotherServer(world, {}, (url) => way.through(url));
    authorization = `token ${(await world.as('hc')).token}`;
  });
  afterAll(async () => {
    await server.close();
    await way.close();
    await world.close();
  });

  const ask = (url: string) => server.http.inject({ url, headers: { host: 'localhost', authorization } });

  test('an unavailable database answers 503 with Retry-After, and is used again without a restart', async () => {
    expect((await ask(currentSession.path)).statusCode).toBe(200);
    await way.cut();
    for (const path of [currentSession.path, listSessions.path, readPreferences.path, '/site.json', '/']) {
      const response = await ask(path);
      if (response.statusCode === 200) continue;
      expect(response.statusCode, path).toBe(503);
      expect(response.headers['retry-after']).toBe('2');
      expect(response.json()).toMatchObject({ success: false, code: 'error', reason: 'unavailable' });
      expect(response.body.replace(/"request_id":"[^"]*"/, '')).not.toMatch(LEAKS);
    }
    expect((await ask(currentSession.path)).statusCode).toBe(503);
    expect((await ask('/readyz')).statusCode).toBe(503);
    expect((await ask('/healthz')).statusCode).toBe(200);
    await way.mend();
    expect((await ask('/readyz')).statusCode).toBe(200);
    expect((await ask(currentSession.path)).statusCode).toBe(200);
  });

  test('a page is served while the database is away, also after the list of sites is no longer fresh', async () => {
    expect((await ask('/')).statusCode).toBe(200);
    await way.cut();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    try {
      expect((await ask('/')).statusCode).toBe(200);
      expect((await ask(currentSession.path)).statusCode).toBe(503);
      expect((await server.http.inject({ url: '/', headers: { host: 'unknown.test' } })).statusCode).toBe(421);
    } finally {
      vi.useRealTimers();
      await way.mend();
    }
    expect((await ask(currentSession.path)).statusCode).toBe(200);
  });

  test('a database that fails in the middle of a call answers 503, and nothing is changed partially', async () => {
    const lock = await world.sql<{ id: number }>("select id from users where email = 'hc@vialkeep.test'");
    await world.sql('begin');
    await world.sql('select 1 from users where id = $1 for update', [lock[0]?.id]);
    const waiting = server.http.inject({
      method: 'PATCH',
      url: updateUser.path.replace(':id', String(lock[0]?.id)),
      headers: { host: 'localhost', authorization },
      payload: { city: 'Half-made' },
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await way.cut();
    await world.sql('commit');
    expect((await waiting).statusCode).toBe(503);
    await way.mend();
    expect(await world.sql('select city from users where id = $1', [lock[0]?.id])).toEqual([{ city: 'Boulder' }]);
    expect((await ask(currentSession.path)).statusCode).toBe(200);
  });

  test('a connection that the database closes answers 503, not an internal error', async () => {
    expect((await ask(currentSession.path)).statusCode).toBe(200);
    await world.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'vialkeep_runtime'",
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask(currentSession.path)).statusCode);
    expect(statuses.at(-1)).toBe(200);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});

import { currentSession, endOtherSessions, listSessions, logout } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.close());

describe('List of the user’s sessions', () => {
  test('the list shows the open sessions, newest first, and marks the current one', async () => {
    const first = await world.as('hc');
    const second = await world.as('hc');
    await world.call(await world.as('hc'), logout);
    await world.as('rep');
    const sessions = await world.call(first, listSessions);
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    expect(sessions.map(({ site, device }) => `${site}, ${device}`)).toEqual(Array(2).fill('Vialkeep, Unknown device'));
    expect((await world.call(second, listSessions)).map(({ current }) => current)).toEqual([true, false]);
  });

  test('the list leaves out expired sessions', async () => {
    const here = await world.as('lab');
    await world.as('lab');
    await world.as('lab');
    const [newest, older] = await world.call(here, listSessions);
    await world.sql("update sessions set last_seen_at = now() - interval '13 hours' where id = $1", [newest?.id]);
    await world.sql('update sessions set expires_at = now() where id = $1', [older?.id]);
    expect(await world.call(here, listSessions)).toHaveLength(1);
  });

  test('the list names only the browser and the operating system', async () => {
    const agent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
    await world.raw({
      method: 'POST',
      url: '/api/admin/login/',
      headers: { host: 'localhost', 'user-agent': agent },
      payload: { email: 'buyer@vialkeep.test', password: 'Vialkeep-demo-1' },
    });
    const [newest] = await world.call(await world.as('buyer'), listSessions).then((all) => all.slice(1));
    expect(newest?.device).toBe('Chrome on Windows');
  });
});

describe('Logout from all other sessions', () => {
  test('the call ends every session of the account but the current one, and no other account’s', async () => {
    const here = await world.as('donor');
    const others = [await world.as('donor'), await world.as('donor')];
    const somebody = await world.as('patient');
    expect((await world.call(here, endOtherSessions)).ended).toBe(2);
    for (const other of others) expect((await world.send(other, currentSession)).statusCode).toBe(401);
    expect((await world.send(here, currentSession)).statusCode).toBe(200);
    expect((await world.send(somebody, currentSession)).statusCode).toBe(200);
    const [row] = await world.sql(
      "select actor_id, facts - '{origin_hash,changes,person}'::text[] as facts from audit_log where action = 'session.end_others' order by position desc limit 1",
    );
    expect(row).toEqual({ actor_id: here.user.id, facts: { ended: 2 } });
  });
});

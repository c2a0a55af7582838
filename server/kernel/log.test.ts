import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../testing/documents/pictures.ts';
import { PASSWORD } from '../testing/people.ts';
import { startLoggingServer } from '../testing/servers/logging-server.ts';
import { newWorld, type World } from '../testing/world.ts';

let world: World;
let server: Awaited<ReturnType<typeof startLoggingServer>>;
beforeAll(async () => {
  world = await newWorld();
  server = await startLoggingServer(world);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

test('T62 the log has one line of JSON per event and contains no secret and no name', async () => {
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
  const opened = await send('POST', '/api/admin/login/', { email: 'hc@vialkeep.test', password: PASSWORD });
  const { token, user } = (await opened.json()) as { token: string; user: { id: number } };
  const signedIn = { authorization: `token ${token}` };
  const secret = 'Canary-secret-7';

  await send('POST', '/api/admin/login/', { email: 'canary@vialkeep.test', password: secret });
  await send('POST', '/api/admin/login/', `{"email": "canary@vialkeep.test", "password": "${secret}"`);
  await send('POST', '/api/v1/users/reset-password/', { email: 'hc@vialkeep.test' });
  await send('GET', `/api/v1/users/session/?token=${secret}&email=canary@vialkeep.test`, undefined, signedIn);
  await send('GET', `/${secret}/canary@vialkeep.test%0a%1b[31mforged line`);
  await send('GET', '/%');
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(png)]), `${secret}.png`);
  await fetch(`${server.address}/api/v1/utilities/upload-hc-logo/`, { method: 'POST', body: form, headers: signedIn });
  await world.sql('alter table relations rename to gone');
  await send('PATCH', `/api/v1/users/${user.id}/`, { first_name: secret, email: 'canary@vialkeep.test' }, signedIn);
  await world.sql('alter table gone rename to relations');
  await world.sql("alter table users add constraint cities check (city <> 'Canary-secret-7')");
  const broken = await send(
    'PATCH',
    `/api/v1/users/${user.id}/`,
    { city: secret, email: 'canary@vialkeep.test' },
    signedIn,
  );
  expect(broken.status).toBe(500);
  const output = await server.end();

  const lines = output.trim().split('\n');
  expect(lines.length).toBeGreaterThan(9);
  for (const line of lines) expect(() => JSON.parse(line) as unknown, line).not.toThrow();
  expect(lines.filter((line) => line.includes('"status":500'))).toHaveLength(2);
  expect(output).toContain('"constraint":"cities"');
  for (const leak of [secret, token, PASSWORD, 'canary', '@vialkeep.test', 'Maria', 'Stein', 'forged']) {
    expect(output, leak).not.toContain(leak);
  }
});

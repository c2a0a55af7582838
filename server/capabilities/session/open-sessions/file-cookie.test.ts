import { readDocumentFile } from '@vialkeep/contract/documents.ts';
import { endOtherSessions, login, loginAsUser, logout } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserJar, browserJar } from '../../../testing/browser-jar.ts';
import { signAllDocuments } from '../../../testing/documents/signers.ts';
import { PASSWORD } from '../../../testing/people.ts';
import { anonymousCaller, newWorld, type World } from '../../../testing/world.ts';

let world: World;
let url: string;
beforeAll(async () => {
  world = await newWorld();
  const { user } = await world.as('patient');
  const [document] = await signAllDocuments(world, await world.as('hc'), { name: user.username, email: user.email });
  url = `/media/${document?.document_id}.pdf`;
});
afterAll(() => world.close());

async function logIn(jar: BrowserJar, who: string) {
  const response = await world.send(anonymousCaller, login, {
    body: { email: `${who}@vialkeep.test`, password: PASSWORD },
  });
  return { lines: jar.receive(response), caller: { ...anonymousCaller, token: response.json().token as string } };
}

async function open(jar: BrowserJar, headers: object = {}): Promise<number> {
  const response = await world.raw({ url, headers: { host: 'localhost', cookie: jar.header, ...headers } });
  jar.receive(response);
  return response.statusCode;
}

describe('S-18, F078 File cookie of a login', () => {
  test('the cookie opens a plain link to a file, and scripts cannot read it', async () => {
    const jar = browserJar('/media');
    const { lines } = await logIn(jar, 'patient');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^media-\d+=[\w-]{43}; Path=\/media; Max-Age=604800; HttpOnly; SameSite=Strict$/);
    expect(await open(jar)).toBe(200);
    expect(await open(browserJar('/media'))).toBe(401);
  });

  test('the cookie is Secure where the site uses HTTPS', async () => {
    const safe = await newWorld({ BASE_URL: 'https://vialkeep.example' });
    const response = await safe.send({ ...anonymousCaller, host: 'vialkeep.example' }, login, {
      body: { email: 'patient@vialkeep.test', password: PASSWORD },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) expect(line).toMatch(/; Secure$/);
    await safe.close();
  });

  test('the cookie is not accepted as a token, nor a token as the cookie', async () => {
    const jar = browserJar('/media');
    const { caller } = await logIn(jar, 'patient');
    const [secret = ''] = jar.values;
    expect(
      (await world.send({ ...anonymousCaller, token: secret }, readDocumentFile, { params: { file: 'x' } })).statusCode,
    ).toBe(401);
    const [name = ''] = jar.names;
    const response = await world.raw({ url, headers: { host: 'localhost', cookie: `${name}=${caller.token}` } });
    expect(response.statusCode).toBe(401);
  });

  test('the cookie identifies the caller in no other call', async () => {
    const jar = browserJar('/media');
    await logIn(jar, 'patient');
    for (const path of ['/api/v1/users/session/', '/api/v1/users/sessions/', '/api/v1/documents/list/1/']) {
      const response = await world.raw({ url: path, headers: { host: 'localhost', cookie: jar.header } });
      expect(response.statusCode, path).toBe(401);
    }
  });

  test('the cookie is cleared and ends with the session, by a logout or from another browser', async () => {
    const jar = browserJar('/media');
    const { caller } = await logIn(jar, 'patient');
    const kept = jar.header;
    jar.receive(await world.send(caller, logout));
    expect(jar.names).toEqual([]);
    expect((await world.raw({ url, headers: { host: 'localhost', cookie: kept } })).statusCode).toBe(401);

    await logIn(jar, 'patient');
    await world.call(await world.as('patient'), endOtherSessions);
    expect(await open(jar)).toBe(401);
    expect(jar.names).toEqual([]);
  });

  test('the cookie is refused on another site', async () => {
    const jar = browserJar('/media');
    await logIn(jar, 'admin');
    expect(await open(jar, { host: 'north.localhost' })).toBe(401);
  });

  test('two tabs with two accounts each open their own files, and either session can end first', async () => {
    const jar = browserJar('/media');
    await logIn(jar, 'patient');
    const other = await logIn(jar, 'hc2');
    expect(jar.names).toHaveLength(2);
    expect(await open(jar)).toBe(200);
    jar.receive(await world.send(other.caller, logout));
    expect(await open(jar)).toBe(200);

    const strangers = browserJar('/media');
    await logIn(strangers, 'hc2');
    await logIn(strangers, 'patient2');
    expect(await open(strangers)).toBe(404);
  });

  test('entering an account sets its file cookie, and the return restores the former one', async () => {
    const jar = browserJar('/media');
    const staff = await logIn(jar, 'staff');
    expect(await open(jar)).toBe(404);
    const user_id = await world.idOf('hc@vialkeep.test');
    const inside = await world.raw({
      method: 'POST',
      url: '/api/v1/hc-staff/access/',
      headers: { host: 'localhost', authorization: `token ${staff.caller.token}` },
      payload: { user_id },
    });
    jar.receive(inside);
    expect(await open(jar)).toBe(200);

    const acting = { ...anonymousCaller, token: inside.json().token as string, cookie: jar.header };
    const self = await world.idOf('staff@vialkeep.test');
    jar.receive(await world.send(acting, loginAsUser, { body: { user_id: self } }));
    expect(jar.names).toHaveLength(1);
    expect(await open(jar)).toBe(404);
  });

  test('the newest few cookies are accepted, and the others are cleared', async () => {
    const jar = browserJar('/media');
    for (let login = 0; login < 10; login += 1) await logIn(jar, 'patient');
    expect(jar.names).toHaveLength(10);
    expect(await open(jar)).toBe(200);
    expect(jar.names).toHaveLength(8);
  });
});

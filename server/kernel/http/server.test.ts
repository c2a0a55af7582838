import { connect } from 'node:net';
import { RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import { uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngOf } from '../../testing/documents/pictures.ts';
import { newWorld, type World } from '../../testing/world.ts';

let world: World;
let port: number;
let token: string | null;
beforeAll(async () => {
  world = await newWorld();
  const url = new URL(await world.app.http.listen({ host: '127.0.0.1', port: 0 }));
  port = Number(url.port);
  ({ token } = await world.as('hc'));
});
afterAll(() => world.close());

/** Sends raw bytes and returns the complete answer. */
function wire(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setTimeout(3_000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);

describe('T67 Malformed requests', () => {
  test.each([
    ['no request at all', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/admin/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/admin/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a NUL in the path', 'GET /\u0000 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
    [
      'an expectation nobody meets',
      'GET /site.json HTTP/1.1\r\nHost: localhost\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['a header without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('a malformed request is refused in the shape of the API: %s', async (_what, bytes, status) => {
    const answer = await wire(bytes);
    expect(statusOf(answer)).toBe(status);
    expect(RefusalAnswer.parse(JSON.parse(bodyOf(answer))).success).toBe(false);
    expect(answer).not.toMatch(/at .*\.(ts|js):|HPE_|node_modules/);
  });

  test('an HTTP/1.1 request without a Host is refused with 400', async () => {
    expect(statusOf(await wire('GET /site.json HTTP/1.1\r\nConnection: close\r\n\r\n'))).toBe(400);
  });

  test.each([
    ['of two sites', 'Host: localhost\r\nHost: north.localhost\r\n'],
    ['that are the same', 'Host: localhost\r\nHost: localhost\r\n'],
    ['of which one is empty', 'Host: localhost\r\nhost:\r\n'],
    ['with another header between', 'HOST: localhost\r\nAccept: */*\r\nhOsT: north.localhost\r\n'],
  ])('a request with two Hosts %s is refused for every address', async (_which, hosts) => {
    for (const path of ['/', '/site.json', '/healthz', '/api/nothing', '/media/hc-logos/none.png']) {
      const answer = await wire(`GET ${path} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect(statusOf(answer), path).toBe(400);
      expect(RefusalAnswer.parse(JSON.parse(bodyOf(answer)))).toMatchObject({ reason: 'invalid_input' });
    }
  });

  test('an HTTP/1.0 request without a Host answers 421', async () => {
    expect(statusOf(await wire('GET /site.json HTTP/1.0\r\n\r\n'))).toBe(421);
  });

  test('a request with another site in its address is answered for the site of its Host', async () => {
    const answer = await wire(
      'GET http://north.localhost/site.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    expect(answer).not.toContain('Northlight');
  });
});

describe('T65 Uploads over a real connection', () => {
  const sendBytes = async (bytes: number, headers: Record<string, string>) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(pngOf(bytes))]), 'a.png');
    return fetch(`http://127.0.0.1:${port}${uploadHcLogo.path}`, { method: 'POST', body: form, headers });
  };

  test('an upload that is too large is answered with 413 before the connection ends', async () => {
    const response = await sendBytes(27 * 1024 * 1024, { authorization: `token ${token}` });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ reason: 'too_large' });
  });

  test('an upload of an unknown caller is refused with 401, and the connection stays usable', async () => {
    expect((await sendBytes(3 * 1024 * 1024, {})).status).toBe(401);
    const next = await fetch(`http://127.0.0.1:${port}${currentSession.path}`, {
      headers: { authorization: `token ${token}` },
    });
    expect(next.status).toBe(200);
  });
});

describe('T65 Aborted uploads', () => {
  test('an aborted upload answers 400, not an internal error', async () => {
    const head = `POST ${uploadHcLogo.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: token ${token}\r\n`;
    const form = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\n';
    let statusOfAnswer = () => 0;
    world.app.http.server.once('request', (_request, response) => (statusOfAnswer = () => response.statusCode));
    const socket = connect(port, '127.0.0.1', () => socket.write(head + form));
    await expect.poll(() => statusOfAnswer()).toBe(200);
    socket.destroy();
    await expect.poll(() => statusOfAnswer(), { timeout: 5_000 }).toBe(400);
  });
});

describe('T64 Slow requests', () => {
  test('a request that does not arrive completely is cut after a timeout that is checked often', () => {
    const server = world.app.http.server as { requestTimeout?: number; headersTimeout?: number };
    expect(server.requestTimeout).toBe(120_000);
    expect(server.headersTimeout).toBe(8_000);
  });
});

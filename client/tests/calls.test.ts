import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Refused } from '@vialkeep/client';
import { afterEach, describe, expect, test } from 'vitest';

type Answer = { status: number; body?: object | string; headers?: Record<string, string> };
type Request = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that gives these answers in turn, the last one from then on. */
async function serverAnswering(...answers: readonly Answer[]) {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const answer = answers[Math.min(requests.length, answers.length - 1)] ?? { status: 500 };
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const isText = typeof answer.body === 'string';
      response.writeHead(answer.status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...answer.headers,
      });
      response.end(isText ? answer.body : JSON.stringify(answer.body ?? {}));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  // @NOTE a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests };
}

const refusal = (reason: string, more: object = {}) => ({
  success: false,
  code: 'error',
  reason,
  message: 'No.',
  ...more,
});
const busy: Answer = { status: 503, body: refusal('busy'), headers: { 'retry-after': '0' } };
const entry = { type: 'added' as const, date: '2026-02-25', quantity: 2, user: 1030 };

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('The call was not refused.');
    },
    (error: Refused) => error,
  );

describe('A call of the client', () => {
  test('the parts of the input become path, query and body, and the key goes in the header', async () => {
    const { url, requests } = await serverAnswering({ status: 200, body: { id: 1 } });
    const client = createClient({ url, key: 'vk_secret' });
    await client.call('GET /api/v1/users/identifier/:identifier/', { params: { identifier: 'a/b@example.com' } });
    await client.call('GET /api/v1/users/:id/related_from/', {
      params: { id: 7 },
      query: { order_by: ['id', '-company'], membership: undefined },
    });
    await client.call('POST /api/v1/vials-history/', { body: entry, idempotencyKey: 'entry-1' });
    expect(requests.map(({ method, url: address }) => `${method} ${address}`)).toEqual([
      'GET /api/v1/users/identifier/a%2Fb%40example.com/',
      'GET /api/v1/users/7/related_from/?order_by=id&order_by=-company',
      'POST /api/v1/vials-history/',
    ]);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer vk_secret'));
    expect(requests[2]).toMatchObject({ headers: { 'idempotency-key': 'entry-1' }, body: JSON.stringify(entry) });
    expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
  });

  test('a refusal becomes an error with status, reason, message, fields and the id of the call', async () => {
    const body = refusal('invalid_input', { fields: { quantity: 'Enter 1 or more' }, request_id: 'r1' });
    const { url } = await serverAnswering({ status: 400, body });
    const refused = await refusalOf(
      createClient({ url, key: 'k' }).call('POST /api/v1/vials-history/', { body: entry }),
    );
    expect(refused).toMatchObject({
      name: 'Refused',
      status: 400,
      reason: 'invalid_input',
      message: 'No.',
      fields: { quantity: 'Enter 1 or more' },
      requestId: 'r1',
    });
  });

  test('an answer of a proxy in another shape is refused as not from the product', async () => {
    const { url } = await serverAnswering({ status: 502, body: '<h1>Bad gateway</h1>' });
    const refused = await refusalOf(createClient({ url, key: 'k' }).call('GET /api/v1/memberships/'));
    expect(refused).toMatchObject({ status: 502, reason: 'not_from_vialkeep' });
  });

  test('a redirect is not followed, so that the key stays with its site', async () => {
    const other = await serverAnswering({ status: 200 });
    const { url } = await serverAnswering({ status: 302, headers: { location: other.url } });
    await expect(createClient({ url, key: 'k' }).call('GET /api/v1/memberships/')).rejects.toThrow(TypeError);
    expect(other.requests).toEqual([]);
  });

  test('a file becomes a form with its name and fields', async () => {
    const { url, requests } = await serverAnswering({ status: 200, body: { filename: 'x.pdf' } });
    const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    const body = { filename: 'label.pdf' };
    await createClient({ url, key: 'k' }).call('POST /api/v1/fedex-requests/process-file/', { body, file });
    expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(requests[0]?.body).toMatch(/name="file"; filename="label.pdf"[\s\S]*%PDF-1.7/);
  });
});

describe('A part of an import file', () => {
  test('the part is sent as raw bytes to its number', async () => {
    const { url, requests } = await serverAnswering({ status: 200, body: { success: true, received: [0, 1] } });
    const file = new Blob(['key,plan\r\n', 'P-1,2\r\n'], { type: 'text/csv' });
    await createClient({ url, key: 'k' }).call('PUT /api/admin/imports/:id/files/:fileId/chunks/:n/', {
      params: { id: 31, fileId: 64, n: 1 },
      bytes: file.slice(10, 17),
    });
    expect(requests[0]).toMatchObject({
      method: 'PUT',
      url: '/api/admin/imports/31/files/64/chunks/1/',
      body: 'P-1,2\r\n',
    });
    expect(requests[0]?.headers['content-type']).toBe('application/octet-stream');
  });
});

describe('A call that is made again', () => {
  test('a read and a write with an Idempotency-Key are made again after 503 and 429, with the same key', async () => {
    for (const again of [busy, { ...busy, status: 429 }]) {
      const { url, requests } = await serverAnswering(again, again, { status: 200, body: [] });
      const client = createClient({ url, key: 'k' });
      expect(await client.call('GET /api/v1/memberships/')).toEqual([]);
      expect(requests.length).toBe(3);
      const writes = await serverAnswering(again, { status: 200, body: {} });
      await createClient({ url: writes.url, key: 'k' }).call('POST /api/v1/vials-history/', {
        body: entry,
        idempotencyKey: 'entry-1',
      });
      expect(writes.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['entry-1', 'entry-1']);
    }
  });

  test('a write without an Idempotency-Key and another refusal are not made again', async () => {
    const busyServer = await serverAnswering(busy);
    const write = createClient({ url: busyServer.url, key: 'k' }).call('POST /api/v1/vials-history/', { body: entry });
    expect(await refusalOf(write)).toMatchObject({ status: 503 });
    const broken = await serverAnswering({ status: 500, body: refusal('unexpected') });
    const read = createClient({ url: broken.url, key: 'k' }).call('GET /api/v1/memberships/');
    expect(await refusalOf(read)).toMatchObject({ status: 500 });
    expect([busyServer.requests.length, broken.requests.length]).toEqual([1, 1]);
  });

  test('the retries end after the number that was set, and a longer wait than allowed is not begun', async () => {
    const { url, requests } = await serverAnswering(busy);
    const call = createClient({ url, key: 'k', retries: 2 }).call('GET /api/v1/memberships/');
    expect(await refusalOf(call)).toMatchObject({ reason: 'busy', retryAfterMs: 0 });
    expect(requests.length).toBe(3);
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const long = await serverAnswering({ ...busy, headers: { 'retry-after': inAnHour } });
    const refused = await refusalOf(createClient({ url: long.url, key: 'k' }).call('GET /api/v1/memberships/'));
    expect(refused.retryAfterMs).toBeGreaterThan(3_000_000);
    expect(long.requests.length).toBe(1);
  });

  test('a wait ends at once when the call is aborted', async () => {
    const { url, requests } = await serverAnswering({ ...busy, headers: { 'retry-after': '50' } });
    const aborting = new AbortController();
    const call = createClient({ url, key: 'k' }).call('GET /api/v1/memberships/', { signal: aborting.signal });
    await expect.poll(() => requests.length).toBe(1);
    aborting.abort(new Error('Enough.'));
    await expect(call).rejects.toThrow('Enough.');
    expect(requests.length).toBe(1);
  });
});

describe('A list that is read page by page', () => {
  const page = (...ids: number[]): Answer => ({
    status: 200,
    body: { results: ids.map((id) => ({ id })), count: 3, count_is_exact: true },
  });

  test('the pages follow each other to the end of the list', async () => {
    const { url, requests } = await serverAnswering(page(1, 2), page(3));
    const ids: number[] = [];
    for await (const { results } of createClient({ url, key: 'k' }).pages('GET /api/admin/users/', {
      query: { limit: 2 },
    })) {
      ids.push(...results.map(({ id }) => id));
    }
    expect(ids).toEqual([1, 2, 3]);
    expect(requests.map(({ url: address }) => address)).toEqual([
      '/api/admin/users/?limit=2',
      '/api/admin/users/?limit=2&offset=2',
    ]);
  });

  test('events are read on from next while there are more, also after a page without any', async () => {
    const stretch = (next: number, more: boolean): Answer => ({ status: 200, body: { results: [], next, more } });
    const { url, requests } = await serverAnswering(stretch(500, true), stretch(730, false));
    const pages = createClient({ url, key: 'k' }).pages('GET /api/v1/events/', { query: { after: '12' } });
    expect((await Array.fromAsync(pages)).map(({ next }) => next)).toEqual([500, 730]);
    expect(requests.map(({ url: address }) => address)).toEqual([
      '/api/v1/events/?after=12',
      '/api/v1/events/?after=500',
    ]);
  });

  test('a list whose count is a lower bound is read until a page is empty', async () => {
    const bounded = (...ids: number[]): Answer => ({
      status: 200,
      body: { results: ids.map((id) => ({ id })), count: 1, count_is_exact: false },
    });
    const { url, requests } = await serverAnswering(bounded(1), bounded(2), bounded());
    const pages = await Array.fromAsync(createClient({ url, key: 'k' }).pages('GET /api/admin/users/'));
    expect(pages.length).toBe(2);
    expect(requests.length).toBe(3);
  });
});

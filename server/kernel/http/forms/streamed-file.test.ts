import { once } from 'node:events';
import { type IncomingMessage, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendFile } from '../files/send-file.ts';
import { streamedFile } from './streamed-file.ts';

const CHUNK = 'x'.repeat(64 * 1024);
const lines: unknown[] = [];
const log = { info: () => {}, warn: () => {}, error: (...line: unknown[]) => void lines.push(line) };

let app: FastifyInstance;
let made: number;
let isClosed: boolean;
beforeEach(() => {
  app = Fastify();
  made = 0;
  isClosed = false;
  lines.length = 0;
});
afterEach(() => app.close());

/** An error as PostgreSQL reports it for a refused row. */
function fromDatabase(): Error {
  const words = 'Key (email)=(maria@stein.test) is gone';
  return Object.assign(new Error(words), { severity: 'ERROR', detail: words, code: '23505' });
}

async function* chunks(most: number, failAfter = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  try {
    for (; made < most; made += 1) {
      if (made === failAfter) throw fromDatabase();
      await wait(0);
      yield CHUNK;
    }
  } finally {
    isClosed = true;
  }
}

async function ask(make: () => AsyncGenerator<string>, method = 'GET'): Promise<IncomingMessage> {
  app.get('/file', async (request, reply) => {
    const file = await streamedFile(
      { requestId: 'r1', log },
      {
        fileName: 'all.csv',
        mediaType: 'text/csv',
        chunks: make(),
      },
    );
    return sendFile(request, reply, file);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  // @NOTE a server that listens on a port has an address with a port.
  const { port } = app.server.address() as AddressInfo;
  const sent = startRequest({ host: '127.0.0.1', port, path: '/file', method }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (!response) throw new Error('No answer.');
  return response;
}

test('a streamed file arrives completely', async () => {
  const response = await ask(() => chunks(40));
  let bytes = 0;
  for await (const chunk of response) bytes += Buffer.from(chunk).length;
  expect(bytes).toBe(40 * CHUNK.length);
  expect(response.headers).not.toHaveProperty('content-length');
  expect(isClosed).toBe(true);
});

test('a streamed file is made no faster than it is read, and stops when the reader disconnects', async () => {
  const response = await ask(() => chunks(100_000));
  response.pause();
  let ahead = -1;
  while (ahead !== made && made < 10_000) {
    ahead = made;
    await wait(400);
  }
  expect(ahead).toBeLessThan(1_000);
  response.destroy();
  await expect.poll(() => isClosed, { timeout: 5_000 }).toBe(true);
  expect(made).toBeLessThan(ahead + 10);
  expect(lines).toEqual([]);
});

test('HEAD has the headers of a streamed file and stops it before it is made', async () => {
  const response = await ask(() => chunks(100_000), 'HEAD');
  expect(response.headers).toMatchObject({ 'content-type': 'text/csv' });
  expect(await response.toArray()).toEqual([]);
  await expect.poll(() => isClosed, { timeout: 5_000 }).toBe(true);
  expect(made).toBeLessThan(10);
  expect(lines).toEqual([]);
});

test('a streamed file that fails breaks the connection, and the log has the reason without quoting a row', async () => {
  const response = await ask(() => chunks(40, 20));
  await expect(response.toArray()).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).toContain('23505');
  expect(JSON.stringify(lines)).not.toContain('stein');
  expect(isClosed).toBe(true);
});

test('a streamed file that fails at once is refused like any other call', async () => {
  const response = await ask(() => chunks(40, 0));
  expect(response.statusCode).toBe(500);
  response.resume();
});

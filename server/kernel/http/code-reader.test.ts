import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy, securityHeaders } from './headers.ts';
import { addPages } from './pages.ts';

const WORKER = '/assets/code-reader.worker-D_BTfA92.js';
const WASM = '/assets/zxing_reader-Bb9Mx2Pu.wasm';
const OTHERS = ['/assets/bench-CP_chA3o.js', '/assets/index-code-reader.js', WASM, '/code-reader.worker-D_BTfA92.js'];

let root: string;
let app: FastifyInstance;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(root, 'assets'));
  for (const file of [WORKER, `${WORKER}.br`, `${WORKER}.gz`, ...OTHERS]) await writeFile(join(root, file), 'x');
  app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(securityHeaders);
  });
  await addPages(app, { root, html: '<!--site-->', version: 'x' }, () => ({}));
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

describe('The worker that reads codes', () => {
  test.each(['', 'br', 'gzip'])('the worker may compile WebAssembly, with the encoding %j', async (encoding) => {
    const answer = await app.inject({ url: WORKER, headers: { 'accept-encoding': encoding } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    });
  });

  test.each(OTHERS)('the file %s gets no such policy', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('content-security-policy');
  });

  test('the reader itself is sent as WebAssembly, which a browser compiles while it loads', async () => {
    expect((await app.inject({ url: WASM })).headers['content-type']).toBe('application/wasm');
  });

  test('a page may use the camera and may not compile WebAssembly', async () => {
    const { headers } = await app.inject({ url: '/' });
    expect(headers['permissions-policy']).toBe('camera=(self), microphone=(), geolocation=(), payment=()');
    expect(headers['content-security-policy']).toBe(contentSecurityPolicy());
    expect(contentSecurityPolicy()).not.toContain('wasm');
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNginx, nginxAround } from '../../testing/servers/nginx.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { localAuthority } from '../certificates/local-authority.ts';
import { openSiteFolders } from './site-folders.ts';

const north = DomainId.parse(2);
const HOST = 'north.localhost';

let folder: string;
let program: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-nginx-'));
  program = await findNginx(join(folder, 'package'));
  world = await newWorld({ TRUST_PROXY: '127.0.0.1' });
  await world.app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

describe('Configuration of a custom site for nginx', () => {
  test('the configuration passes nginx -t and serves the site over https with a certificate of the local CA', async () => {
    const ports = { http: await freePort(), https: await freePort() };
    const address = world.app.http.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const folders = openSiteFolders({ dataDir: folder, upstream: `127.0.0.1:${port}`, ports });
    const nginx = await nginxAround(program, folder, join(folder, 'sites', '*', 'nginx.conf'));

    await folders.create(north);
    await folders.writeServerBlock(north, HOST);
    expect(nginx.test()).toBe('');
    await folders.writeCertificate(north, HOST, await localAuthority(folder, 'Vialkeep').issue(HOST));
    expect(nginx.test()).toBe('');

    const running = nginx.start();
    try {
      const ca = await readFile(join(folder, 'authority', 'certificate.pem'), 'utf8');
      const site = await whenServed(() => overHttps(ports.https, '/site.json', ca));
      expect([site.status, JSON.parse(site.body)]).toMatchObject([200, { name: 'Northlight' }]);
      expect(site.stays).toBe('max-age=31536000');
      // A forged header is ignored: the table of sites decides which site this is.
      const claimed = await overHttps(ports.https, '/site.json', ca, { 'x-forwarded-host': 'localhost' });
      expect(JSON.parse(claimed.body)).toMatchObject({ name: 'Northlight' });
      const plain = await overHttp(ports.http, '/login?x=1');
      expect([plain.status, plain.location, plain.stays]).toEqual([301, `https://${HOST}/login?x=1`, '']);
    } finally {
      running.kill();
    }
  });
});

type Answer = { status: number; body: string; location: string; stays: string };

function overHttps(port: number, path: string, ca: string, headers: Record<string, string> = {}): Promise<Answer> {
  const options = { host: '127.0.0.1', port, path, servername: HOST, ca, headers: { host: HOST, ...headers } };
  return new Promise((resolve, reject) => request(options, collect(resolve)).on('error', reject).end());
}

function overHttp(port: number, path: string): Promise<Answer> {
  const options = { host: '127.0.0.1', port, path, headers: { host: HOST } };
  return new Promise((resolve, reject) => httpRequest(options, collect(resolve)).on('error', reject).end());
}

const collect = (resolve: (answer: Answer) => void) => (response: IncomingMessage) => {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part));
  response.on('end', () =>
    resolve({
      status: response.statusCode ?? 0,
      body: Buffer.concat(parts).toString(),
      location: response.headers.location ?? '',
      stays: response.headers['strict-transport-security'] ?? '',
    }),
  );
};

/** Retries until a server that has just been started listens. */
async function whenServed<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 50; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('nginx did not begin to listen.');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('There is no free port.')),
      );
    });
  });
}

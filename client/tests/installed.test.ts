import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildClient, CLIENT_PACKAGE } from '../../scripts/build-client.ts';
import { newKey } from '../../server/testing/api-keys/new-key.ts';
import { newWorld, type World } from '../../server/testing/world.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The program of a customer; it prints what it saw. */
const PROGRAM = `
import { createClient, type Calls, type ListedUser, Refused, verifyWebhook } from '@vialkeep/client';

const [url = '', key = '', secret = '', signature = '', timestamp = '', body = ''] = process.argv.slice(2);
const vialkeep = createClient({ url, key });

const users: ListedUser[] = [];
let pages = 0;
let count = 0;
for await (const page of vialkeep.pages('GET /api/admin/users/', { query: { limit: 5 } })) {
  pages += 1;
  count = page.count;
  users.push(...page.results);
}

const refused: unknown = await vialkeep.call('GET /api/admin/transactions/').catch((error: unknown) => error);
if (!(refused instanceof Refused)) throw new Error('The call was not refused.');

const headers = { 'webhook-id': 'evt_1_9', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
const { event } = await verifyWebhook({ secret, headers, body });
const sent = event.type === 'vials.added' ? event.data.quantity : 0;

// @ts-expect-error a call without the id of its path is a mistake
const mistaken: Calls['GET /api/v1/users/:id/']['input'] = {};
void mistaken;

console.log(JSON.stringify({ pages, count, ids: users.map(({ id }) => id), refused: [refused.status, refused.reason], sent }));
`;

let world: World;
let folder: string;
let url: string;
beforeAll(async () => {
  await buildClient();
  world = await newWorld();
  url = await world.app.http.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-client-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

describe('The packed client', () => {
  test('the same sources are packed to the same bytes, which the server gives away to every caller', async () => {
    const first = await readFile(CLIENT_PACKAGE);
    await buildClient();
    expect((await readFile(CLIENT_PACKAGE)).equals(first)).toBe(true);
    const answer = await world.raw({ url: '/api/client.tgz' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, max-age=3600',
      'content-disposition': 'attachment; filename="vialkeep-client.tgz"',
    });
    expect(answer.rawPayload.equals(first)).toBe(true);
    const etag = String(answer.headers.etag);
    const again = await world.raw({ url: '/api/client.tgz', headers: { host: 'localhost', 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('it installs into an empty project, type-checks, pages through users, is refused and verifies a webhook', async () => {
    const file = join(folder, 'vialkeep-client.tgz');
    await writeFile(file, (await world.raw({ url: '/api/client.tgz' })).rawPayload);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'customer', private: true, type: 'module' }));
    const npm = ['install', '--offline', '--no-audit', '--no-fund', `--cache=${join(folder, 'cache')}`, file];
    await run('npm', npm, { cwd: folder, shell: process.platform === 'win32' });
    const installed = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(installed.packages)).toEqual(['', 'node_modules/@vialkeep/client']);

    const program = join(folder, 'program.ts');
    await writeFile(program, PROGRAM);
    const strict = [
      '--strict',
      '--noUncheckedIndexedAccess',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      'false',
    ];
    const target = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node', '--typeRoots', nodeTypes()];
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...strict, ...target, program], {
      cwd: folder,
    });

    const admin = await world.as('admin');
    const key = await newKey(world, admin, { scopes: ['people.read'] });
    const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
    const body = JSON.stringify({
      type: 'vials.added',
      timestamp: '2026-02-25T16:20:00.000Z',
      data: { entry_id: 88, patient_id: 1030, quantity: 2, date: '2026-02-25' },
    });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const hmac = createHmac('sha256', 'a secret of thirty-two characters').update(`evt_1_9.${timestamp}.${body}`);
    const given = [url, key.token, secret, `v1,${hmac.digest('base64')}`, timestamp, body];
    const { stdout } = await run(process.execPath, [join(folder, 'program.js'), ...given], { cwd: folder });
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({ refused: [403, 'key_scope_missing'], sent: 2 });
    expect(seen.pages).toBe(Math.ceil(seen.count / 5));
    expect(new Set(seen.ids).size).toBe(seen.count);
  });
});

/** The types of Node that a customer’s project has; the client itself needs none of them. */
function nodeTypes(): string {
  return join(root, 'node_modules/@types');
}

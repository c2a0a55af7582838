import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newDataDir, type Outcome, type Product, startProduct } from '../harness/product.ts';
import { emailOf } from './people/accounts.ts';
import { postJson } from './people/calls.ts';
import { Writers } from './people/writers.ts';

const folders: string[] = [];
const started: Product[] = [];
const newFolder = () => {
  const folder = newDataDir();
  folders.push(folder);
  return folder;
};

afterAll(async () => {
  for (const product of started) if (!product.hasEnded) await product.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The test starts the product twice and the database alone three times. */
const LONGEST_MS = 240_000;

test(
  'a backup taken during writes restores elsewhere every row of its moment, every file and all ledgers, and holds no shown secret',
  async () => {
    const product = await startProduct({ dataDir: newFolder() });
    started.push(product);
    const writers = await Writers.at(product.baseUrl);
    await expect.poll(() => writers.acknowledged(), { timeout: 60_000 }).toBeGreaterThan(10);
    const secrets = await makeSecrets(product.baseUrl);
    const before = writers.acknowledged();
    const backup = newFolder();
    await succeeds('backup', product.dataDir, backup);
    expect(writers.acknowledged()).toBeGreaterThan(before);
    await product.stop();
    await writers.stopped();

    const dataDir = newFolder();
    await succeeds('restore', dataDir, backup);
    const again = newFolder();
    await succeeds('backup', dataDir, again);
    expect(contentOf(again)).toEqual(contentOf(backup));
    const rows = JSON.stringify(contentOf(backup).tables);
    expect(secrets.named.filter((name) => !rows.includes(name))).toEqual([]);
    expect(secrets.shownOnce.filter((secret) => rows.includes(secret))).toEqual([]);
    expect(contentOf(backup).files.filter(({ path }) => path.startsWith('files/hc-logos/')).length).toBeGreaterThan(0);

    const restored = await startProduct({ dataDir });
    started.push(restored);
    const { status } = await postJson(`${restored.baseUrl}/api/admin/login/`, {
      email: emailOf('hc'),
      password: 'Vialkeep-demo-1',
    });
    expect(status).toBe(200);
    expect(await succeeds('verify', dataDir)).toContain('all hold');
    await restored.stop();

    await refuses(
      /^.*postgres is not empty; restore into another DATA_DIR, or move it away\.$/,
      'restore',
      dataDir,
      backup,
    );
    await refuses(/^.* is not empty; choose a new folder\.$/, 'backup', dataDir, backup);
    await refuses(/^There is no backup in .*manifest\.json is missing\.$/, 'restore', newFolder(), newFolder());
    const damaged = newFolder();
    cpSync(backup, damaged, { recursive: true });
    appendFileSync(join(damaged, 'tables/public.users.copy.gz'), ' ');
    await refuses(
      /^The backup in .* is damaged: tables.public\.users\.copy\.gz is not what it was\.$/,
      'restore',
      newFolder(),
      damaged,
    );
  },
  LONGEST_MS,
);

/** Makes an API key and a webhook; returns their names, which a backup holds, and their secrets without the prefix. */
async function makeSecrets(baseUrl: string): Promise<{ named: string[]; shownOnce: string[] }> {
  const password = 'Vialkeep-demo-1';
  const logIn = await postJson(`${baseUrl}/api/admin/login/`, { email: emailOf('admin'), password });
  const { token } = z.object({ token: z.string() }).parse(logIn.body);
  const scopes = ['people.read'];
  const key = { name: 'Key in the backup', scopes, password_current: password };
  const webhook = { url: 'https://backup.example.org/', types: ['vials.added'] };
  const made = [
    await postJson(`${baseUrl}/api/v1/api-keys/`, key, token),
    await postJson(`${baseUrl}/api/v1/webhooks/`, webhook, token),
  ];
  const shownOnce = made.map(({ body }) => z.object({ secret: z.string() }).parse(body).secret.slice(12));
  return { named: [key.name, webhook.url], shownOnce };
}

type Manifest = { tables: { name: string; path: string }[]; files: { path: string; sha256: string }[] };

/** The rows of every table, sorted because PostgreSQL does not keep their order, and the checksum of every file. */
function contentOf(backup: string) {
  // @NOTE the shape is that of the manifest.
  const { tables, files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest;
  const rowsOf = (path: string) =>
    gunzipSync(readFileSync(join(backup, path)))
      .toString()
      .split('\n')
      .toSorted();
  return { tables: tables.map(({ name, path }) => ({ name, rows: rowsOf(path) })), files };
}

async function succeeds(command: string, dataDir: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(command, dataDir, args);
  expect({ exitCode, stderr }, command).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

async function refuses(sentence: RegExp, command: string, dataDir: string, ...args: string[]): Promise<void> {
  const { exitCode, stderr } = await run(command, dataDir, args);
  expect(stderr.trim()).toMatch(sentence);
  expect(exitCode).toBe(1);
}

async function run(command: string, dataDir: string, args: string[]): Promise<Outcome> {
  const script = join(import.meta.dirname, `../../server/cli/${command}.ts`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [script, ...args], { env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir } });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += chunk));
  child.stderr.on('data', (chunk) => (output.stderr += chunk));
  const [exitCode] = await once(child, 'close');
  return { exitCode, ...output };
}

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { buildClient } from './build-client.ts';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'web/dist');
const mark = join(dist, '.built-from');

/** Paths whose changes require a new build. */
const SOURCES = ['web', 'contract', 'client', 'package-lock.json'];

/** Builds the web app and the client package if a source has changed since the last build. */
export async function buildWeb(say: (sentence: string) => void): Promise<void> {
  const state = await stateOfSources();
  if ((await readFile(mark, 'utf8').catch(() => '')) === state) return;
  say('Building the web app.');
  await runVite();
  await compressAll();
  await buildClient();
  await writeFile(mark, state);
}

/** Runs Vite in a separate process: Vite sets NODE_ENV, which the server started afterwards reads as a setting. */
async function runVite(): Promise<void> {
  const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  await once(vite, 'exit');
  if (vite.exitCode !== 0) throw new Error('The web app could not be built; the reason stands above.');
}

async function stateOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesBelow(source)) hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  const below = entries
    .filter(({ name }) => !['node_modules', 'dist'].includes(name) && !name.includes('.test.'))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((entry) => {
      const child = `${path}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(child) : Promise.resolve([child]);
    });
  return (await Promise.all(below)).flat();
}

/** Compresses the assets once at build time instead of at every request. */
async function compressAll(): Promise<void> {
  const assets = join(dist, 'assets');
  const files = (await readdir(assets)).filter((file) => /\.(js|css|svg|wasm)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(assets, file));
      await writeFile(join(assets, `${file}.br`), await promisify(brotliCompress)(bytes));
      await writeFile(join(assets, `${file}.gz`), await promisify(gzip)(bytes));
    }),
  );
}

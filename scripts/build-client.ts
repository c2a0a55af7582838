import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { packTarball } from './pack-tarball.ts';

const root = resolve(import.meta.dirname, '..');
const client = join(root, 'client');
const dist = join(client, 'dist');

/** The file that the server gives away at /api/client.tgz. */
export const CLIENT_PACKAGE = join(dist, 'vialkeep-client.tgz');

/**
 * Compiles the client and packs it as npm does. The same sources give the same bytes, so that a lock file which names
 * the package by its hash stays good.
 */
export async function buildClient(): Promise<void> {
  await rm(dist, { recursive: true, force: true });
  await compile();
  const compiled = (await readdir(dist)).toSorted();
  const files = compiled.map(async (name) => ({ name, bytes: Buffer.from(await readCompiled(name)) }));
  const packed = await packTarball([
    { name: 'package.json', bytes: Buffer.from(await manifest()) },
    { name: 'README.md', bytes: await readFile(join(client, 'README.md')) },
    ...(await Promise.all(files)),
  ]);
  await writeFile(CLIENT_PACKAGE, packed);
}

async function compile(): Promise<void> {
  const options = ['--noEmit', 'false', '--declaration', '--rewriteRelativeImportExtensions', '--outDir', dist];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const tsc = spawn(process.execPath, [compiler, '--project', client, ...options], { stdio: 'inherit' });
  await once(tsc, 'exit');
  if (tsc.exitCode !== 0) throw new Error('The client could not be compiled; the reason stands above.');
}

/** The compiler names sources in declarations, and only what was compiled of them is packed. */
async function readCompiled(name: string): Promise<string> {
  const text = await readFile(join(dist, name), 'utf8');
  return name.endsWith('.d.ts') ? text.replace(/(from '\.\/[\w.-]+)\.ts'/g, "$1.js'") : text;
}

/** In the workspace the package is its sources; packed, it is what was compiled of them. */
async function manifest(): Promise<string> {
  const { name, version, description, type, engines } = JSON.parse(
    await readFile(join(client, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  const exports = { '.': { types: './index.d.ts', default: './index.js' } };
  return `${JSON.stringify({ name, version, description, type, engines, exports, sideEffects: false }, null, 2)}\n`;
}

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Manifest } from './manifest.ts';

/** What lies beside the database and cannot be made again. */
export const FOLDERS = ['files', 'keys', 'authority', 'sites'] as const;

/** Adds what the copy lacks. Stored files never change and appear only when they are whole. */
export async function copyMissing(from: string, to: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (const path of await filesIn(join(from, folder))) {
      const target = join(to, folder, path);
      if (existsSync(target)) continue;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await copyFile(join(from, folder, path), target).catch(unlessGone);
    }
  }
}

export async function fingerprints(root: string, folders: readonly string[]): Promise<Manifest['files']> {
  const prints: Manifest['files'] = [];
  for (const folder of folders) {
    for (const path of await filesIn(join(root, folder))) {
      prints.push({ path: join(folder, path), sha256: await sha256Of(join(root, folder, path)) });
    }
  }
  return prints;
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** What begins with a dot is on its way in. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.'))
    .toSorted();
}

/** Thrown away between being listed and being copied: then no row of the moment names it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

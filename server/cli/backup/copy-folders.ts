import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Manifest } from './manifest.ts';

/** Folders beside the database that cannot be regenerated. */
export const FOLDERS = ['files', 'keys', 'authority', 'sites'] as const;

/** Copies the files that the backup lacks. Stored files never change and get their name only when they are complete. */
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

/** Skips names that begin with a dot: such a file is still being written. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.'))
    .toSorted();
}

/** Ignores a file that was deleted between listing and copying: no row of the snapshot refers to it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

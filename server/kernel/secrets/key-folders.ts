import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One kind of keys of the installation: numbered folders such as `seal-0001` in `folder`. */
export type KeyFolders = {
  /** `keys` of the data directory, where new folders are prepared: a backup skips what is unfinished there. */
  readonly root: string;
  readonly folder: string;
  readonly prefix: string;
};

/** The folders of every key, oldest first; empty where none was ever created. */
export async function listKeyFolders({ folder, prefix }: Omit<KeyFolders, 'root'>): Promise<string[]> {
  try {
    const isKey = (name: string) => name.startsWith(`${prefix}-`) && /-\d{4}$/.test(name);
    return (await readdir(folder))
      .filter(isKey)
      .toSorted()
      .map((name) => join(folder, name));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Saves a key under its number, atomically; if another process has saved one under this number, that one stays. */
export async function saveKeyFolder(
  { root, folder, prefix }: KeyFolders,
  number: number,
  files: Readonly<Record<string, Buffer | string>>,
): Promise<void> {
  const fresh = join(root, `.new-${randomBytes(8).toString('hex')}`);
  try {
    for (const parent of new Set([root, folder])) {
      await mkdir(parent, { recursive: true, mode: 0o700 });
      await chmod(parent, 0o700);
    }
    await mkdir(fresh, { mode: 0o700 });
    for (const [name, content] of Object.entries(files)) {
      await writeFile(join(fresh, name), content, { mode: 0o600, flag: 'wx', flush: true });
    }
    await syncFolder(fresh);
    await rename(fresh, join(folder, `${prefix}-${String(number).padStart(4, '0')}`));
    await syncFolder(folder);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => undefined);
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return;
    throw error;
  }
}

/** Windows cannot open a folder and does not need to. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** The reason of a file system error as the end of a sentence; empty where it says nothing to an operator. */
export function describeKeyProblem(error: unknown): string {
  if (hasCode(error, 'EACCES', 'EPERM')) return ', because the file system does not allow it';
  if (hasCode(error, 'EROFS')) return ', because the disk is read-only';
  if (hasCode(error, 'ENOSPC')) return ', because the disk is full';
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return ', because a file is missing';
  return '';
}

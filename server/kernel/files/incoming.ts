import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFull } from '../../ports/files.ts';

const ABANDONED_AFTER = 24 * 3_600_000;

/**
 * Makes the folder where files wait for their name, and clears what a killed process left in it. What is young may be
 * another process's file, still being written.
 */
export async function prepareIncoming(folder: string, abandonedBefore = Date.now() - ABANDONED_AFTER): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtimeMs < abandonedBefore) await rm(path, { force: true });
  }
}

/** Writes a file that is wholly on disk and has no name yet. Whoever gets its path renames or removes it. */
export async function receive(folder: string, bytes: Buffer | AsyncIterable<Buffer>): Promise<string> {
  const path = join(folder, `${randomUUID()}.part`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await rm(path, { force: true });
    throw asStorageFailure(error);
  }
  return path;
}

/** No room and no quota left are one thing to the person who uploads. */
export function asStorageFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull() : error;
}

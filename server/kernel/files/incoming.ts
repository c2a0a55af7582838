import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFull } from '../../ports/files.ts';

const ABANDONED_AFTER = 24 * 3_600_000;

/**
 * Creates the folder for incomplete files and deletes those that a killed process left. Young ones may still be in use
 * by another process.
 */
export async function prepareIncoming(folder: string, abandonedBefore = Date.now() - ABANDONED_AFTER): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    const facts = await stat(path).catch(() => null);
    if (facts && facts.mtimeMs < abandonedBefore) await rm(path, { force: true });
  }
}

/** Writes a complete file without its final name. The caller renames or removes it. */
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

/** For the uploader, a full disk and an exceeded quota are the same failure. */
export function asStorageFailure(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull() : error;
}

import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Files } from '../../ports/files.ts';

/** Reads a file and checks its hash; null when it is missing or changed, so that a changed file is never shown. */
export async function readVerified(files: Files, name: string, sha256: string): Promise<Buffer | null> {
  const kept = await files.open(name);
  if (kept === null) return null;
  const content = await buffer(kept.stream);
  return hash('sha256', content) === sha256 ? content : null;
}

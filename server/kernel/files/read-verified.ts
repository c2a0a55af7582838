import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Files } from '../../ports/files.ts';

/** The file as it was stored, or null when it is gone or no longer the same: then it is nobody's to see. */
export async function readVerified(files: Files, name: string, sha256: string): Promise<Buffer | null> {
  const kept = await files.open(name);
  if (kept === null) return null;
  const content = await buffer(kept.stream);
  return hash('sha256', content) === sha256 ? content : null;
}

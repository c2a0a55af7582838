import { createHash } from 'node:crypto';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import type { Work } from '../db/db.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import { mediaTypeOf, storedName } from './file-type.ts';

/** Bytes stored under a generated name, 'folder/….pdf', without a row yet. */
export type StoredFile = { readonly name: string; readonly type: FileType; readonly bytes: Buffer };

/**
 * Stores the bytes before a row refers to them: a file without a row is waste, a row without a file would be a broken
 * link.
 */
export async function storeFile(
  { files }: Pick<Services, 'files'>,
  folder: string,
  { type, bytes }: Omit<StoredFile, 'name'>,
): Promise<StoredFile> {
  const name = storedName(folder, type);
  await files.put(name, bytes, { mediaType: mediaTypeOf(type) });
  return { name, type, bytes };
}

/** Inserts the row of a stored file, owned by the actor. */
export async function insertFileRow(work: Work, actor: Actor, stored: StoredFile, givenName: string): Promise<void> {
  await work.db
    .insertInto('files')
    .values({
      name: stored.name,
      domain_id: actor.domainId,
      owner_id: actor.userId,
      uploaded_by: actor.acting?.byId ?? actor.userId,
      given_name: givenName,
      media_type: mediaTypeOf(stored.type),
      bytes: stored.bytes.length,
      sha256: createHash('sha256').update(stored.bytes).digest('hex'),
    })
    .execute();
}

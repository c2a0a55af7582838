import { createHash } from 'node:crypto';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import type { Work } from '../db/db.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import { mediaTypeOf, storedName } from './file-type.ts';

/** Bytes that have a name of our own, 'folder/….pdf', and are not yet anybody's. */
export type StoredFile = { readonly name: string; readonly type: FileType; readonly bytes: Buffer };

/**
 * The bytes are stored before anybody is said to have them: a file without a row is waste, a row without a file would be
 * a broken link.
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

/** Makes a stored file the actor's own. */
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

import { createHash } from 'node:crypto';
import type { FileType } from '@vialkeep/contract/kernel/route.ts';
import type { Work } from '../db/db.ts';
import type { Services } from '../services.ts';
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

/** The account that owns a file, and the one that acts in it. */
type FileOwner = {
  readonly domainId: number;
  readonly userId: number;
  readonly acting: { readonly byId: number } | null;
};

/** Inserts the row of a stored file. */
export async function insertFileRow(
  work: Work,
  owner: FileOwner,
  stored: StoredFile,
  givenName: string,
): Promise<void> {
  await work.db
    .insertInto('files')
    .values({
      name: stored.name,
      domain_id: owner.domainId,
      owner_id: owner.userId,
      uploaded_by: owner.acting?.byId ?? owner.userId,
      given_name: givenName,
      media_type: mediaTypeOf(stored.type),
      bytes: stored.bytes.length,
      sha256: createHash('sha256').update(stored.bytes).digest('hex'),
    })
    .execute();
}

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
  const { name, type, bytes } = stored;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts = { name, domainId: owner.domainId, ownerId: owner.userId, givenName, type, bytes: bytes.length, sha256 };
  await insertFileFacts(work, [{ ...facts, uploadedBy: owner.acting?.byId ?? owner.userId }]);
}

/** What is known of a file before its bytes are stored. */
export type FileFacts = {
  readonly name: string;
  readonly domainId: number;
  readonly ownerId: number;
  readonly uploadedBy?: number;
  readonly givenName: string;
  readonly type: FileType;
  readonly bytes: number;
  readonly sha256: string;
};

/** Inserts the rows of files. Those whose bytes are never stored or used are deleted at night. */
export async function insertFileFacts(work: Work, files: readonly FileFacts[]): Promise<void> {
  if (files.length === 0) return;
  await work.db
    .insertInto('files')
    .values(
      files.map(({ name, domainId, ownerId, uploadedBy = ownerId, givenName, type, bytes, sha256 }) => ({
        name,
        domain_id: domainId,
        owner_id: ownerId,
        uploaded_by: uploadedBy,
        given_name: givenName,
        media_type: mediaTypeOf(type),
        bytes,
        sha256,
      })),
    )
    .execute();
}

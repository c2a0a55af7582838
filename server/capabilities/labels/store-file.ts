import { hash } from 'node:crypto';
import { mediaTypeOf, storedName } from '../../integrations/files/file-type.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { FOLDER } from './labels.present.ts';

/** The bytes are stored first: a file without a row is waste, a row without a file would be a broken link. */
export async function storeFile({ files }: Services, bytes: Buffer): Promise<string> {
  const name = storedName(FOLDER, 'pdf');
  await files.put(name, bytes, { mediaType: mediaTypeOf('pdf') });
  return name;
}

export async function keepFile(
  work: Work,
  actor: Actor,
  { name, bytes, givenName }: { name: string; bytes: Buffer; givenName: string },
): Promise<void> {
  await work.db
    .insertInto('files')
    .values({
      name,
      domain_id: actor.domainId,
      owner_id: actor.userId,
      uploaded_by: actor.acting?.byId ?? actor.userId,
      given_name: givenName,
      media_type: mediaTypeOf('pdf'),
      bytes: bytes.length,
      sha256: hash('sha256', bytes),
    })
    .execute();
}

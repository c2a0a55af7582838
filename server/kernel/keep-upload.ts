import { createHash } from 'node:crypto';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { mediaTypeOf, storedName } from '../integrations/files/file-type.ts';
import { type AuditEntry, audit } from './audit.ts';
import type { Call, ReceivedFile } from './http/handle.ts';

type Uploading = Pick<Call<Route>, 'actor' | 'write' | 'services'> & { readonly file: ReceivedFile };

type Kept = {
  readonly folder: string;
  readonly action: string;
  /** What its owner calls it, where they said so. */
  readonly givenName?: string | undefined;
  readonly facts?: AuditEntry['facts'];
};

/**
 * Keeps what somebody uploaded, as theirs, under a name of our own without its folder. The bytes are stored first: a file
 * without a row is waste, a row without a file would be a broken link.
 */
export async function keepUpload({ actor, file, write, services }: Uploading, kept: Kept): Promise<string> {
  const name = storedName(kept.folder, file.type);
  const mediaType = mediaTypeOf(file.type);
  await services.files.put(name, file.bytes, { mediaType });
  await write(async (work) => {
    await work.db
      .insertInto('files')
      .values({
        name,
        domain_id: actor.domainId,
        owner_id: actor.userId,
        uploaded_by: actor.acting?.byId ?? actor.userId,
        given_name: kept.givenName ?? file.givenName,
        media_type: mediaType,
        bytes: file.bytes.length,
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
      })
      .execute();
    await audit(work, {
      domainId: actor.domainId,
      action: kept.action,
      subject: 'file',
      subjectId: name,
      facts: { ...kept.facts, bytes: file.bytes.length },
    });
  });
  return name.slice(kept.folder.length + 1);
}

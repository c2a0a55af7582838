import { createHash } from 'node:crypto';
import { uploadAssetFile } from '@vialkeep/contract/resources.ts';
import { mediaTypeOf, storedName } from '../../integrations/files/file-type.ts';
import { audit } from '../../kernel/audit.ts';
import { handle } from '../../kernel/http/handle.ts';

/** The bytes are stored first: a file without a row is waste, a row without a file would be a broken link. */
export const uploadAssetFileHandler = handle(uploadAssetFile, async ({ actor, file, body, write, services }) => {
  const name = storedName('assets', file.type);
  await services.files.put(name, file.bytes, { mediaType: mediaTypeOf(file.type) });
  await write(async (work) => {
    await work.db
      .insertInto('files')
      .values({
        name,
        domain_id: actor.domainId,
        owner_id: actor.userId,
        uploaded_by: actor.acting?.byId ?? actor.userId,
        given_name: body.filename ?? file.givenName,
        media_type: mediaTypeOf(file.type),
        bytes: file.bytes.length,
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
      })
      .execute();
    await audit(work, {
      domainId: actor.domainId,
      action: 'resources.upload_file',
      subject: 'file',
      subjectId: name,
      facts: { bytes: file.bytes.length },
    });
  });
  return { filename: name.replace('assets/', '') };
});

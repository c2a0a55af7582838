import { createHash, randomBytes } from 'node:crypto';
import { CHUNK_BYTES, putImportChunk } from '@vialkeep/contract/imports.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { reopenDraft, requireFile } from '../imports.queries.ts';
import { chunksOf } from './read-chunks.ts';

export const putImportChunkHandler = handle(putImportChunk, async ({ db, params, raw, services, write }) => {
  const file = await requireFile(db, params.id, params.fileId);
  requireSize(file.bytes, params.n, raw.bytes.length);
  const sha256 = createHash('sha256').update(raw.bytes).digest('hex');
  const known = (await chunksOf(db, file.id)).find(({ n }) => n === params.n);
  if (known && known.sha256 !== sha256) throw refuseBy(putImportChunk, 'chunk_differs');
  // A part that is there already is not stored again.
  const storedName = known ? null : `import-parts/${randomBytes(16).toString('hex')}.bin`;
  if (storedName) await services.files.put(storedName, raw.bytes, { mediaType: 'application/octet-stream' });
  try {
    return await write(async (work) => {
      const row = await reopenDraft(work, params.id, () => refuseBy(putImportChunk, 'in_progress'));
      const isAdded = storedName !== null && file.completed_at === null;
      if (isAdded) {
        await work.db
          .insertInto('import_chunks')
          .values({
            file_id: file.id,
            n: params.n,
            domain_id: row.domain_id,
            bytes: raw.bytes.length,
            sha256,
            stored_name: storedName,
          })
          .onConflict((conflict) => conflict.columns(['file_id', 'n']).doNothing())
          .execute();
      }
      const received = await chunksOf(work.db, file.id);
      const stored = orNotFound(received.find(({ n }) => n === params.n));
      if (stored.sha256 !== sha256) throw refuseBy(putImportChunk, 'chunk_differs');
      await audit(work, {
        domainId: row.domain_id,
        action: 'imports.put_part',
        subject: 'import',
        subjectId: row.id,
        facts: { file: file.id, part: params.n, sha256 },
      });
      return { success: true as const, received: received.map(({ n }) => n) };
    });
  } catch (error) {
    if (storedName) await services.files.remove(storedName).catch(() => {});
    throw error;
  }
});

/** Every part but the last has the same size, so that the number of a part says where it belongs. */
function requireSize(fileBytes: number, n: number, bytes: number): void {
  const expected = Math.min(CHUNK_BYTES, fileBytes - n * CHUNK_BYTES);
  if (bytes === 0 || bytes !== expected) throw refuseBy(putImportChunk, 'wrong_size');
}

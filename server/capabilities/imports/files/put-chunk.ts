import { createHash, randomBytes } from 'node:crypto';
import { CHUNK_BYTES, putImportChunk } from '@vialkeep/contract/imports.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { type Call, handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { type FileRecord, type LockedImport, reopenDraft, requireFile } from '../imports.queries.ts';
import { chunksOf } from './read-chunks.ts';

export const putImportChunkHandler = handle(putImportChunk, async (call) => {
  const { db, params, raw, services, write } = call;
  const file = await requireFile(db, params.id, params.fileId);
  requireSize(file.bytes, params.n, raw.bytes.length);
  const sha256 = createHash('sha256').update(raw.bytes).digest('hex');
  const reserved = await reserve(call, file, sha256);
  if (reserved.is_stored) return { success: true as const, received: reserved.received };
  const { stored_name } = reserved;
  try {
    await services.files.put(stored_name, raw.bytes, { mediaType: 'application/octet-stream' });
    return await write(async (work) => {
      const row = await reopenDraft(work, params.id, () => refuseBy(putImportChunk, 'in_progress'));
      const marked = await work.db
        .updateTable('import_chunks')
        .set({ is_stored: true })
        .where('stored_name', '=', stored_name)
        .where('file_id', '=', file.id)
        .where('n', '=', params.n)
        .returning('n')
        .executeTakeFirst();
      // The file was removed while its part arrived.
      orNotFound(marked);
      const received = await receivedOf(work, file.id);
      const facts = { file: file.id, part: params.n, sha256 };
      await audit(work, { ...aboutImport(row), action: 'imports.put_part', facts });
      return { success: true as const, received };
    });
  } catch (error) {
    await forget(call, stored_name);
    throw error;
  }
});

type PartCall = Call<typeof putImportChunk>;

/** The row of a part comes before its bytes, under whose name a part that a kill has cut off is stored again. */
function reserve({ params, raw, write }: PartCall, file: FileRecord, sha256: string) {
  return write(async (work) => {
    const row = await reopenDraft(work, params.id, () => refuseBy(putImportChunk, 'in_progress'));
    if (file.completed_at === null) {
      await work.db
        .insertInto('import_chunks')
        .values({
          file_id: file.id,
          n: params.n,
          domain_id: row.domain_id,
          bytes: raw.bytes.length,
          sha256,
          stored_name: `import-parts/${randomBytes(16).toString('hex')}.bin`,
          is_stored: false,
        })
        .onConflict((conflict) => conflict.columns(['file_id', 'n']).doNothing())
        .execute();
    }
    const part = orNotFound(
      await work.db
        .selectFrom('import_chunks')
        .select(['sha256', 'stored_name', 'is_stored'])
        .where('file_id', '=', file.id)
        .where('n', '=', params.n)
        .executeTakeFirst(),
    );
    if (part.sha256 !== sha256) throw refuseBy(putImportChunk, 'chunk_differs');
    const facts = { file: file.id, part: params.n, sha256 };
    await audit(work, { ...aboutImport(row), action: 'imports.begin_part', facts });
    return { ...part, received: await receivedOf(work, file.id) };
  });
}

async function receivedOf(work: Work, fileId: number): Promise<number[]> {
  return (await chunksOf(work.db, fileId)).map(({ n }) => n);
}

function aboutImport({ id, domain_id }: Pick<LockedImport, 'id' | 'domain_id'>) {
  return { domainId: domain_id, subject: 'import', subjectId: id } as const;
}

/** A part that could not be stored may differ when it comes again. */
async function forget({ services }: PartCall, name: string): Promise<void> {
  const { store, files } = services;
  await store.unaudited('a part that did not arrive', (db) =>
    db.deleteFrom('import_chunks').where('stored_name', '=', name).where('is_stored', '=', false).execute(),
  );
  // The same part may have arrived by another call meanwhile.
  const inUse = await store
    .read('platform')
    .selectFrom('import_chunks')
    .select('n')
    .where('stored_name', '=', name)
    .executeTakeFirst();
  if (!inUse) await files.remove(name).catch(() => {});
}

/** Every part but the last has the same size, so that the number of a part says where it belongs. */
function requireSize(fileBytes: number, n: number, bytes: number): void {
  const expected = Math.min(CHUNK_BYTES, fileBytes - n * CHUNK_BYTES);
  if (bytes === 0 || bytes !== expected) throw refuseBy(putImportChunk, 'wrong_size');
}

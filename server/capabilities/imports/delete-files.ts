import { anyOf } from '../../kernel/db/any-of.ts';
import type { Work } from '../../kernel/db/db.ts';
import { queueFileRemoval } from '../../kernel/files/delete-unused-uploads.ts';

/** Deletes the parts of these files; their bytes go after the commit. */
export async function deleteChunks(work: Work, fileIds: readonly number[]): Promise<void> {
  const gone = await work.db
    .deleteFrom('import_chunks')
    .where('file_id', '=', anyOf(fileIds))
    .returning('stored_name')
    .execute();
  for (const { stored_name } of gone) await queueFileRemoval(work, stored_name);
  await work.db.deleteFrom('import_pdfs').where('file_id', '=', anyOf(fileIds)).execute();
}

/** Deletes files of an import that was not applied, with all that they say. */
export async function deleteFiles(work: Work, fileIds: readonly number[]): Promise<void> {
  await deleteChunks(work, fileIds);
  await work.db.deleteFrom('import_rows').where('file_id', '=', anyOf(fileIds)).execute();
  await work.db.deleteFrom('import_files').where('id', '=', anyOf(fileIds)).execute();
}

import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../audit/audit.ts';
import type { AuditContext, Store, Work } from '../db/db.ts';
import { enqueue, type Job } from '../jobs/jobs.ts';
import type { UploadFolder } from './upload-folder.ts';

/** Long after any form could still be submitted with the upload. */
const HOURS = 24;

const REMOVE_FILE = 'remove-file';

/** Every night, deletes uploads that no record uses: never used, or replaced by another. */
export function deleteUnusedUploadsJob(folders: readonly UploadFolder[]): Job {
  return {
    name: 'discard-uploads',
    at: '27 3 * * *',
    async run(_payload, { store, log }, cause) {
      for (const place of folders) {
        const unused = await unusedIn(store, place);
        for (const file of unused) await discard(store, cause, place, file);
        if (unused.length > 0) log.info({ folder: place.folder, files: unused.length }, 'discarded uploads');
      }
    },
  };
}

/** Deletes the bytes in a job after the row is deleted, so that the file store is not called inside the transaction. */
export const removeFileJob: Job = {
  name: REMOVE_FILE,
  run: (payload, { files }) => files.remove(RemovedFile.parse(payload).name),
};

/** Deletes the bytes of a file after the commit of the work that deleted its row. */
export function queueFileRemoval(work: Work, name: string): Promise<void> {
  return enqueue(work, REMOVE_FILE, { name });
}

const RemovedFile = z.object({ name: z.string() });

type Unused = { readonly name: string; readonly domain_id: number };

function unusedIn(store: Store, { folder, isUsed }: UploadFolder): Promise<Unused[]> {
  return store
    .read('platform')
    .selectFrom('files')
    .select(['files.name', 'files.domain_id'])
    .where('files.name', 'like', `${folder}/%`)
    .where('files.created_at', '<', sql<Date>`now() - make_interval(hours => ${HOURS})`)
    .where((eb) => eb.not(isUsed(eb)))
    .execute();
}

async function discard(store: Store, cause: AuditContext, { isUsed }: UploadFolder, { name, domain_id }: Unused) {
  await store.write('platform', cause, async (work) => {
    const gone = await work.db
      .deleteFrom('files')
      .where('files.name', '=', name)
      // The file may have been put into use since it was found.
      .where((eb) => eb.not(isUsed(eb)))
      .returning('files.name')
      .executeTakeFirst();
    if (gone) await queueFileRemoval(work, name);
    await audit(work, {
      domainId: domain_id,
      action: 'files.discard',
      subject: 'file',
      subjectId: name,
      facts: { gone: gone !== undefined },
    });
  });
}

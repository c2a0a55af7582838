import { sql } from 'kysely';
import { audit } from '../../kernel/audit.ts';
import type { Job } from '../../kernel/jobs.ts';
import { UPLOADS } from './upload-signed-document.ts';

/** Long after an upload could still be filed (T42). */
const HOURS = 24;

/** Every night: a scan of somebody's consent that nobody filed is not kept. */
export const discardUploadsJob: Job = {
  name: 'discard-uploads',
  at: '27 3 * * *',
  async run(_payload, { store, files }, cause) {
    const unfiled = await store
      .read('platform')
      .selectFrom('files')
      .select(['name', 'domain_id'])
      .where('name', 'like', `${UPLOADS}/%`)
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${HOURS})`)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('documents').select('id').whereRef('documents.file', '=', 'files.name'))),
      )
      .execute();
    for (const { name, domain_id } of unfiled) {
      await files.remove(name);
      await store.write('platform', cause, async (work) => {
        await work.db.deleteFrom('files').where('name', '=', name).execute();
        await audit(work, {
          domainId: domain_id,
          action: 'documents.discard_upload',
          subject: 'file',
          subjectId: name,
        });
      });
    }
  },
};

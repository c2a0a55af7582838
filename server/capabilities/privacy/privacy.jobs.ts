import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../kernel/audit/audit.ts';
import { queueFileRemoval } from '../../kernel/files/delete-unused-uploads.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { forgetErasedRecipients } from '../../kernel/mail/deliver-email.ts';
import { destroyOldPapers } from '../documents/index.ts';
import { buildExportJob } from './export/build-export.ts';
import { FORGET_CARD } from './job-names.ts';

/** Every hour, deletes exports that can no longer be downloaded, and addresses of last letters. */
const deleteExpiredExportsJob: Job = {
  name: 'delete-privacy-exports',
  at: '41 * * * *',
  async run(_payload, services, cause) {
    await forgetErasedRecipients(services);
    const expired = await services.store
      .read('platform')
      .selectFrom('privacy_requests')
      .select(['id', 'domain_id', 'file'])
      .where('file', 'is not', null)
      .where('file_until', '<', sql<Date>`now()`)
      .execute();
    for (const { id, domain_id, file } of expired) {
      await services.store.write('platform', cause, async (work) => {
        await work.db
          .updateTable('privacy_requests')
          .set({ file: null, file_bytes: null })
          .where('id', '=', id)
          .execute();
        if (file !== null) await queueFileRemoval(work, file);
        await audit(work, {
          domainId: domain_id,
          action: 'privacy.delete_export',
          subject: 'privacy_request',
          subjectId: id,
        });
      });
    }
  },
};

const GatewayCard = z.object({ gateway: z.string(), customerId: z.string(), cardId: z.string() });

/** Deletes a card of an erased person at the payment provider; a card of another provider is out of reach. */
const forgetCardJob: Job = {
  name: FORGET_CARD,
  async run(payload, { payments, log }) {
    const { gateway, customerId, cardId } = GatewayCard.parse(payload);
    if (payments.name === gateway) await payments.deleteCard({ customerId, cardId });
    else log.warn({ gateway }, 'a card of an erased person is stored at a provider that is no longer in use');
  },
};

/** Every night, deletes papers of erased people whose retention period is over. */
const destroyOldPapersJob: Job = {
  name: 'destroy-old-papers',
  at: '13 4 * * *',
  async run(_payload, services, cause) {
    const destroyed = await destroyOldPapers(services, cause);
    if (destroyed > 0) services.log.info({ papers: destroyed }, 'deleted papers of erased people');
  },
};

export const privacyJobs: readonly Job[] = [
  buildExportJob,
  deleteExpiredExportsJob,
  forgetCardJob,
  destroyOldPapersJob,
];

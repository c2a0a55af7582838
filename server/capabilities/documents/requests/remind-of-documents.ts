import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { AuditContext, Db } from '../../../kernel/db/db.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import type { Services } from '../../../kernel/services.ts';
import { type DocumentRow, lockedDocument } from '../documents.queries.ts';
import { centerOf } from '../reading/documents-seen.ts';
import { queueSignatureEmail } from './signature-email.ts';

const FIRST_AFTER_DAYS = 3;
const THEN_EVERY_DAYS = 7;
const MOST_REMINDERS = 4;

/** Reminds signers once a day, with one email for all pending documents of a signer and clinic. */
export const remindOfDocumentsJob: Job = {
  name: 'remind-of-documents',
  at: '40 14 * * *',
  async run(_payload, services, cause) {
    for (const ids of await dueBySigner(services.store.read('platform'))) await remind(services, cause, ids);
  },
};

const isDue = sql<boolean>`
  status = 'Pending' and hidden_at is null and kind <> 'hc_attestation' and reminders_sent < ${MOST_REMINDERS}
    and emailed_at < now() - make_interval(days => case reminders_sent
      when 0 then ${FIRST_AFTER_DAYS}::int else ${THEN_EVERY_DAYS}::int end)`;

/** The ids of the documents that are due, grouped by signer and clinic. */
async function dueBySigner(db: Db): Promise<number[][]> {
  const rows = await db
    .selectFrom('documents')
    .select(sql<number[]>`array_agg(id order by id)`.as('ids'))
    .where(isDue)
    .groupBy(['domain_id', 'center_id', 'signer_id', sql`lower(signer_email)`])
    .execute();
  return rows.map(({ ids }) => ids);
}

async function remind({ store, domains }: Services, cause: AuditContext, ids: readonly number[]): Promise<void> {
  await store.write('platform', cause, async (work) => {
    const documents: DocumentRow[] = [];
    for (const id of ids) {
      const document = await lockedDocument(work, id);
      if (document && (await stillDue(work.db, id))) documents.push(document);
    }
    const [first] = documents;
    if (first) {
      const site = await domains.ofId(first.domain_id);
      await queueSignatureEmail(work, { site, center: await centerOf(work.db, first), documents, isReminder: true });
      await work.db
        .updateTable('documents')
        .set({ emailed_at: sql`now()`, reminders_sent: sql`reminders_sent + 1` })
        .where('id', '=', anyOf(ids))
        .execute();
    }
    await audit(work, {
      domainId: first?.domain_id ?? (await domains.main()).id,
      action: 'documents.remind',
      subject: 'document',
      subjectId: ids.join(' '),
      facts: { reminded: documents.map(({ id }) => String(id)) },
    });
  });
}

/** Checked again under the lock: another server may have sent the reminder, or the signer may have signed. */
async function stillDue(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('documents').select('id').where('id', '=', id).where(isDue).executeTakeFirst();
  return row !== undefined;
}

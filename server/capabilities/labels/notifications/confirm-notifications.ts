import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Job } from '../../../kernel/jobs/jobs.ts';
import { labelRows } from '../labels.queries.ts';
import { recordLabelEvent } from '../record-label-event.ts';
import { SETTLE_NOTICES } from './notify-center.ts';

/** Queued with each email, and run every minute for emails that the mail server accepts later. */
export const confirmNotificationsJob: Job = {
  name: SETTLE_NOTICES,
  at: '* * * * *',
  async run(_payload, { store, settings }, cause) {
    const hasMailServer = Boolean(settings.smtpUrl);
    const told = await store
      .read('platform')
      .selectFrom('labels')
      .innerJoin('letters', 'letters.id', 'labels.letter_id')
      .select('labels.id')
      .where('labels.notified_at', 'is', null)
      .where('letters.refused_at', 'is', null)
      // Without a mail server an email counts as sent once it is in the outbox.
      .$if(hasMailServer, (labels) => labels.where('letters.sent_at', 'is not', null))
      .orderBy('labels.id')
      .execute();
    for (const { id } of told) await store.write('platform', cause, (work) => recordNotified(work, id));
  },
};

async function recordNotified(work: Work, id: number): Promise<void> {
  const [label] = await labelRows(work.db).where('labels.id', '=', id).execute();
  if (!label) throw new Error(`There is no label ${id}.`);
  const noted = await work.db
    .updateTable('labels')
    .set({ notified_at: sql`now()` })
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    // Another label may have replaced this one, and its notification is not sent yet.
    .where('letter_id', '=', label.letter_id)
    .returning('id')
    .executeTakeFirst();
  if (noted) await recordLabelEvent(work, label, 'label.sent');
  await audit(work, {
    domainId: label.domain_id,
    action: 'labels.notified',
    subject: 'label',
    subjectId: id,
    facts: { noted: noted !== undefined },
  });
}

import { hasEmail } from '@vialkeep/contract/kernel/no-email.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Mail, MailRefused } from '../../ports/mail.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Services } from '../services.ts';
import { DELIVER_EMAIL, openLetter } from './outbox.ts';

const Payload = z.object({ id: z.number().int() });

/**
 * Sends an email to the mail server. Without one it stays in the outbox, readable in demo mode. The body of a delivered
 * email is deleted: one-time passwords and names are not stored longer than needed.
 */
export function deliverEmailJob(mail: Mail): Job {
  return {
    name: DELIVER_EMAIL,
    async run(payload, { store, log, dataKey }) {
      const { id } = Payload.parse(payload);
      if (mail.kind === 'outbox') return;
      const db = store.read('platform');
      const row = await db
        .selectFrom('letters')
        .selectAll()
        .select(sql<boolean>`coalesce(secret_until < now(), false)`.as('is_too_late'))
        .where('id', '=', id)
        .where('sent_at', 'is', null)
        .where('refused_at', 'is', null)
        .executeTakeFirst();
      if (!row) return;

      const settle = (outcome: { sent_at: typeof now } | { refused_at: typeof now; refused_why: string }) =>
        store.unaudited('a letter’s own row says what became of it', (outbox) =>
          outbox
            .updateTable('letters')
            .set({ ...outcome, text_body: '', html_body: '', recipient: withoutErased })
            .where('id', '=', id)
            .execute(),
        );
      if (row.is_too_late) {
        await settle({ refused_at: now, refused_why: 'its secret had ended' });
        return;
      }
      if (!hasEmail(row.recipient)) {
        await settle({ refused_at: now, refused_why: 'the person has no e-mail address' });
        return;
      }
      const letter = openLetter(dataKey, row);
      try {
        await mail.deliver({
          to: letter.recipient,
          from: letter.sender,
          subject: letter.subject,
          text: letter.text_body,
          html: letter.html_body,
          messageId: letter.message_id,
        });
        await settle({ sent_at: now });
      } catch (error) {
        if (!(error instanceof MailRefused)) throw error;
        log.warn({ letter: id }, 'a letter was refused for good');
        await settle({ refused_at: now, refused_why: 'refused by the mail server' });
      }
    },
  };
}

const now = sql<Date>`now()`;

/** The address of an erased person is forgotten with the delivery of their last letter. */
const withoutErased = sql<string>`case
  when exists (select from users where users.id = letters.user_id and users.erased_at is not null)
  then 'erased-' || letters.user_id || '@erased.invalid' else letters.recipient end`;

/** Forgets the addresses of erased persons whose last letter could not be delivered in time. */
export async function forgetErasedRecipients({ store }: Pick<Services, 'store'>): Promise<void> {
  await store.unaudited('a letter’s own row says what became of it', (outbox) =>
    outbox
      .updateTable('letters')
      .set({ text_body: '', html_body: '', recipient: withoutErased })
      .where('secret_until', '<', now)
      .where('recipient', '!=', withoutErased)
      .execute(),
  );
}

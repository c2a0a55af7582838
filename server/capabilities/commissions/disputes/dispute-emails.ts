import type { Work } from '../../../kernel/db/db.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import type { DisputedLine } from './disputes.queries.ts';

/** Emails the payee what an administrator wrote about a line. */
export async function sendDisputeMessage(
  work: Work,
  { domains }: Pick<Services, 'domains'>,
  { person_id, domain_id, line_id }: DisputedLine,
  text: string,
): Promise<void> {
  const payee = await work.db
    .selectFrom('account_names')
    .select(['id', 'email'])
    .where('id', '=', person_id)
    .executeTakeFirst();
  if (!payee) return;
  const site = await domains.ofId(domain_id);
  await queueEmail(work, {
    from: site,
    to: { userId: payee.id, email: payee.email },
    kind: 'dispute_message',
    subject: `${site.brand}: an answer about your commission`,
    heading: `About line #${line_id}`,
    paragraphs: [text],
    button: { label: 'Open my commissions', url: `${site.url}/my-commissions` },
  });
}

import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import { listLines } from '../lines/lines.queries.ts';
import { presentLine } from '../lines/present-line.ts';
import type { DisputedLine } from './disputes.queries.ts';

/** Emails the payee what an administrator wrote about a line, which is told in the words of the screen. */
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
  const [line] = await listLines(work.db, sql<boolean>`line.id = ${line_id}`);
  const { words, arithmetic } = presentLine(orNotFound(line));
  await queueEmail(work, {
    from: site,
    to: { userId: payee.id, email: payee.email },
    kind: 'dispute_message',
    subject: `${site.brand}: an answer about your commission`,
    heading: `About line #${line_id}`,
    paragraphs: [[words, arithmetic].filter((part) => part !== '').join(': '), text],
    button: { label: 'Open my commissions', url: `${site.url}/my-commissions` },
  });
}

import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { queueFileRemoval } from '../../kernel/files/delete-unused-uploads.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';
import { eraseAccount } from '../accounts/index.ts';
import { endAllOf } from '../network/index.ts';
import { FORGET_CARD } from './job-names.ts';
import { endRequest } from './privacy.queries.ts';

export type Erasure = {
  readonly personId: number;
  readonly domainId: number;
  /** The open request for erasure. */
  readonly requestId: number;
  readonly answeredBy: number | null;
};

/**
 * Erases the person of an open request and answers the request; the caller has found no obstacle. Jobs delete the bytes
 * of files and the cards at the payment provider after the commit. Returns what is kept.
 */
export async function eraseInTransaction(
  work: Work,
  { settings }: Pick<Services, 'settings'>,
  { personId, domainId, requestId, answeredBy }: Erasure,
): Promise<readonly string[]> {
  const cards = await cardsAtGateway(work, personId);
  await endAllOf(work, personId);
  const files = await overwriteRows(work, personId);
  await eraseAccount(work, personId);
  for (const name of files) await queueFileRemoval(work, name);
  for (const card of cards) await enqueue(work, FORGET_CARD, card);
  const kept = whatIsKept(settings.retentionYears);
  await endRequest(work, requestId, { state: 'done', answer: kept.join('\n'), answeredBy });
  await audit(work, {
    domainId,
    action: 'privacy.erase',
    subject: 'user',
    subjectId: personId,
    facts: { request: requestId, files: files.length },
  });
  return kept;
}

/** Waits for vials and orders that are being written for this person. */
export async function lockPerson(work: Work, personId: number): Promise<void> {
  await work.db.selectFrom('users').select('id').where('id', '=', personId).forUpdate().execute();
}

/** What stays, as the letter to the person and the answer to the request say it. */
function whatIsKept(retentionYears: number): readonly string[] {
  return [
    'We have erased your name, e-mail address, phone number and addresses, your logins, saved cards and files.',
    'We keep orders and payments by number, date and amount, and the records of your sample by number.',
    `We keep the documents that you signed for ${retentionYears} years after their signature, because the law asks for it. Only a super administrator can read them, with a reason that is recorded.`,
    'Entries of our change log that were written before are kept, because they are sealed against changes; they are no longer shown with your data. Backups that were made before are kept until they are replaced.',
    'We keep the records of who looked at data, by number. Records of earlier versions of our software are sealed against changes as well, and can hold a name or e-mail address that was searched for.',
    'Where your data came to us in a file of many people, the file is kept whole until 90 days after its import ended, or longer while the import can be undone; then it is deleted.',
    'Our payment provider and our signing provider keep their own records of what they did.',
  ];
}

type GatewayCard = { readonly gateway: string; readonly customerId: string; readonly cardId: string };

async function cardsAtGateway(work: Work, personId: number): Promise<GatewayCard[]> {
  return work.db
    .selectFrom('saved_cards')
    .select(['gateway', 'customer_id as customerId', 'card_id as cardId'])
    .where('user_id', '=', personId)
    .execute();
}

/** Returns the names of the files whose bytes must be deleted. */
async function overwriteRows(work: Work, personId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ files: string[] }>`select erase_person(${personId}::integer) as files`.execute(work.db);
  return rows[0]?.files ?? [];
}

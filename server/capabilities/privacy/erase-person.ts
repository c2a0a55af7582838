import { erasePerson } from '@vialkeep/contract/privacy.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { queueFileRemoval } from '../../kernel/files/delete-unused-uploads.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { eraseAccount } from '../accounts/index.ts';
import { endAllOf } from '../network/index.ts';
import { FORGET_CARD } from './job-names.ts';
import { endRequest, isOpen, listObstacles, lockRequest } from './privacy.queries.ts';
import { sendErased } from './privacy-emails.ts';

/**
 * Erases the person in one transaction; jobs delete the bytes of files and the cards at the payment provider after its
 * commit.
 */
export const erasePersonHandler = handle(erasePerson, async ({ actor, body, params, services, write }) => {
  await write(async (work) => {
    const request = orNotFound(await lockRequest(work, actor, params.id));
    const { user_id: personId, domain_id: domainId, email } = request;
    if (request.kind !== 'erasure') throw refuseBy(erasePerson, 'not_an_erasure');
    await lockPerson(work, personId);
    const [obstacle] = await listObstacles(work.db, personId);
    if (obstacle === 'already_erased') throw refuseBy(erasePerson, obstacle);
    if (!isOpen(request.state)) throw refuseBy(erasePerson, 'already_answered');
    if (body.confirm !== `#${personId}`) throw refuseBy(erasePerson, 'wrong_confirmation', { fields: ['confirm'] });
    if (obstacle !== undefined) throw refuseBy(erasePerson, obstacle);

    const cards = await cardsAtGateway(work, personId);
    await endAllOf(work, personId);
    const files = await overwriteRows(work, personId);
    await eraseAccount(work, personId);
    for (const name of files) await queueFileRemoval(work, name);
    for (const card of cards) await enqueue(work, FORGET_CARD, card);
    const kept = whatIsKept(services.settings.retentionYears);
    await endRequest(work, request.id, { state: 'done', answer: kept.join('\n'), answeredBy: actor.userId });
    await sendErased(work, await services.domains.ofId(domainId), { id: personId, email }, kept);
    await audit(work, {
      domainId,
      action: 'privacy.erase',
      subject: 'user',
      subjectId: personId,
      facts: { request: request.id, files: files.length },
    });
  });
  return { success: true as const, message: 'The person has been erased.' };
});

/** What stays, as the letter to the person and the answer to the request say it. */
export function whatIsKept(retentionYears: number): readonly string[] {
  return [
    'We have erased your name, e-mail address, phone number and addresses, your logins, saved cards and files.',
    'We keep orders and payments by number, date and amount, and the records of your sample by number.',
    `We keep the documents that you signed for ${retentionYears} years after their signature, because the law asks for it. Only a super administrator can read them, with a reason that is recorded.`,
    'Entries of our change log that were written before are kept, because they are sealed against changes; they are no longer shown with your data. Backups end after the time that our operations paper states.',
    'Our payment provider and our signing provider keep their own records of what they did.',
  ];
}

/** Waits for vials and orders that are being written for this person. */
async function lockPerson(work: Work, personId: number): Promise<void> {
  await work.db.selectFrom('users').select('id').where('id', '=', personId).forUpdate().execute();
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

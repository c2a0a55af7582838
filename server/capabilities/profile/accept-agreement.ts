import { updateUser } from '@vialkeep/contract/profile.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Call } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { sessionOf } from '../../kernel/session/actor.ts';
import { updateAccount } from '../accounts/index.ts';
import { agreementDigest, agreementText } from '../session/index.ts';
import type { Account } from './profile.queries.ts';

/**
 * Only the member, in their own session, can accept. The browser's time is stored as text; the evidence is the server's
 * time, the version and digest of the text, the address and the session (S-35).
 */
export async function acceptAgreement(
  work: Work,
  { actor, request }: Pick<Call<typeof updateUser>, 'actor' | 'request'>,
  account: Account,
  written: string,
): Promise<void> {
  if (actor.acting || actor.userId !== account.id) throw refuseBy(updateUser, 'agreement_not_yours');
  await updateAccount(work, account.id, { check_agreement: written });
  await work.db
    .insertInto('agreement_acceptances')
    .values({
      domain_id: account.domain_id,
      user_id: account.id,
      session_id: sessionOf(actor),
      text_version: agreementText.version,
      text_sha256: agreementDigest,
      written_time: written,
      address: request.address,
    })
    .execute();
  await audit(work, {
    domainId: account.domain_id,
    action: 'profile.accept_agreement',
    subject: 'user',
    subjectId: account.id,
    facts: { version: agreementText.version },
  });
}

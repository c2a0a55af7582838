import type { Factor } from '@vialkeep/contract/factors.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import { endKeys } from '../../kernel/secrets/account-keys.ts';
import { tryCode } from '../../kernel/secrets/mailed-codes.ts';
import { type Actor, sessionOf } from '../../kernel/session/actor.ts';
import { lockOtherSessions, recordProof } from '../../kernel/session/session-proof.ts';
import { sendFactorEmail } from './factor-emails.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** Locks the account's row, so that simultaneous changes of its factors run one after the other. */
export async function lockAccountOfFactors({ db }: Work, userId: number) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'email', 'domain_id', 'second_factor_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return orNotFound(account);
}

export type AccountOfFactors = Awaited<ReturnType<typeof lockAccountOfFactors>>;

/** Why the first factor of an account cannot be added yet, or null: a stolen password alone must not enrol one. */
export async function objectionOfFirstFactor(
  work: Work,
  account: AccountOfFactors,
  mailCode: string | undefined,
): Promise<'mail_code_required' | 'wrong_mail_code' | null> {
  if (account.second_factor_at !== null) return null;
  if (mailCode === undefined) return 'mail_code_required';
  const isRight = await tryCode(work, { userId: account.id, purpose: 'first_factor' }, mailCode);
  return isRight ? null : 'wrong_mail_code';
}

type Enrolled = { readonly actor: Actor; readonly account: AccountOfFactors; readonly home: Domain };

/**
 * Completes the set-up of a factor and returns the recovery codes that come with the first one. The session that set it
 * up counts as proven by it; the account's other sessions must prove it first.
 */
export async function completeEnrolment(
  work: Work,
  { actor, account, home }: Enrolled,
  kind: Factor['kind'],
): Promise<string[]> {
  const isFirst = account.second_factor_at === null;
  await audit(work, {
    domainId: account.domain_id,
    action: kind === 'passkey' ? 'identity.add_passkey' : 'identity.add_app',
    subject: 'user',
    subjectId: account.id,
    facts: { first: isFirst },
  });
  await sendFactorEmail(work, account, home, kind === 'passkey' ? 'passkey added' : 'app added');
  if (!isFirst) return [];
  await recordProof(work, sessionOf(actor), kind);
  await lockOtherSessions(work, account.id, sessionOf(actor));
  // An invitation opens the account without its factor.
  await endKeys(work, 'invitation', account.id);
  return replaceRecoveryCodes(work, account);
}

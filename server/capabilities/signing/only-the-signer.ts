import { sign } from '@vialkeep/contract/signing.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { findHold } from '../../kernel/session/holds.ts';
import { lockMinutesOf } from '../../kernel/session/identity-policy.ts';
import { methodsOfPerson } from '../../kernel/session/proof.ts';
import { readSitePolicy } from '../../kernel/session/site-policy.ts';
import { loginChangesOf } from './login-changes.ts';
import type { SigningBehind } from './signing.queries.ts';

export type Identity = {
  /** The identification as the certificate prints it. Null for links of earlier versions, which do not record it. */
  readonly identified_by: string | null;
  readonly login_changes: string[];
};

/**
 * Identifies the signer at this moment. Refuses where the session that opened the link has ended or belongs to another
 * user, where its holder has not proved their identity as recently as the policy asks, or where the signer's account is
 * under a hold.
 */
export async function identifySigner(db: Db, services: Services, link: SigningBehind, site: Domain): Promise<Identity> {
  const signerId = await signerOf(db, link.id);
  const identified_by =
    link.opened_by === 'session'
      ? await identifyBySession(db, services, link, { signerId, site })
      : await identifyByLetter(db, link, signerId);
  return { identified_by, login_changes: signerId === null ? [] : await loginChangesOf(db, signerId) };
}

/** The account of the document's signer, if there is one. */
async function signerOf(db: Db, signingId: string): Promise<number | null> {
  const document = await db
    .selectFrom('documents')
    .select('signer_id')
    .where('provider', '=', 'builtin')
    .where('provider_id', '=', signingId)
    .executeTakeFirst();
  return document?.signer_id ?? null;
}

async function identifyBySession(
  db: Db,
  services: Services,
  { session_id }: SigningBehind,
  { signerId, site }: { signerId: number | null; site: Domain },
): Promise<string> {
  const { settings } = services;
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.kind',
      'sessions.user_id',
      'sessions.proved_by',
      'users.plan_id',
      'users.domain_id',
      sql<number>`extract(epoch from now() - sessions.last_seen_at)::int`.as('idle_seconds'),
      sql<number>`extract(epoch from now() - coalesce(sessions.proved_at, sessions.created_at))::int`.as('proved_ago'),
      sql<boolean>`sessions.ended_at is null and sessions.locked_at is null and sessions.expires_at > now()
        and users.is_active
        and users.removed_at is null
        and sessions.last_seen_at > now() - make_interval(hours => ${settings.sessionIdleHours})`.as('is_open'),
    ])
    .where('sessions.id', '=', session_id)
    .executeTakeFirst();
  if (!session?.is_open) throw refuseBy(sign, 'session_over');
  const policy = await readSitePolicy(db, settings, session.domain_id);
  const lockMinutes = lockMinutesOf(policy, session.plan_id);
  if (lockMinutes !== null && session.idle_seconds > lockMinutes * 60) throw refuseBy(sign, 'session_over');
  if (session.kind !== 'login') throw refuseBy(sign, 'not_while_acting');
  // The document may have been linked to another patient in the meantime.
  if (signerId !== null && signerId !== session.user_id) throw refuseBy(sign, 'problem');
  if (await findHold(db, session.user_id)) throw refuseBy(sign, 'held');
  // With 0 minutes each act needs its own proof, and opening the link has used it.
  const isProofOver = settings.stepUpMinutes > 0 && session.proved_ago > settings.stepUpMinutes * 60;
  if (policy.step_up && isProofOver) {
    throw refuse('step_up_required', { methods: await methodsOfPerson(services, session.user_id, site) });
  }
  return session.proved_by;
}

/**
 * An email link proves control of the mailbox that received it. It proves nothing after an administrator changed the
 * address, while a password set by an administrator does not open a mailbox. A mailbox that is not the signer's proves
 * nothing either: the address was changed since, or the document was linked to the signer afterwards.
 */
async function identifyByLetter(db: Db, link: SigningBehind, signerId: number | null): Promise<string | null> {
  const hold = signerId === null ? null : await findHold(db, signerId);
  if (hold?.why === 'email_set_by_other') throw refuseBy(sign, 'held');
  if (link.opened_by === 'letter') {
    if (signerId !== null && !(await isAddressOf(db, signerId, link.sent_to))) throw refuseBy(sign, 'problem');
    return `link sent to ${link.sent_to}`;
  }
  return link.opened_by === 'sign_up' ? 'e-mail typed at sign-up, not confirmed' : null;
}

async function isAddressOf(db: Db, userId: number, address: string | null): Promise<boolean> {
  const account = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return account !== undefined && account.email.toLowerCase() === address?.toLowerCase();
}

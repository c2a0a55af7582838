import { sign } from '@vialkeep/contract/signing.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { SigningBehind } from './signing.queries.ts';

/**
 * Who the signer is at this moment, in the words of the certificate. Refused where the session that opened the link is
 * over or another person's, or where another person set the login of the signer's account.
 */
export async function identifySigner(db: Db, services: Services, link: SigningBehind): Promise<string | null> {
  const signerId = await signerOf(db, link.id);
  if (link.opened_by === 'session') return identifyBySession(db, services, link, signerId);
  return link.sent_to === null ? wordsWithoutProof(link.opened_by) : `link sent to ${link.sent_to}`;
}

/** The account that the paper is for, if it has one. */
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
  { settings }: Services,
  { session_id }: SigningBehind,
  signerId: number | null,
): Promise<string> {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.kind',
      'sessions.user_id',
      sql<boolean>`sessions.ended_at is null and sessions.expires_at > now() and users.is_active
        and users.removed_at is null
        and sessions.last_seen_at > now() - make_interval(hours => ${settings.sessionIdleHours})`.as('is_open'),
    ])
    .where('sessions.id', '=', session_id)
    .executeTakeFirst();
  if (!session?.is_open) throw refuseBy(sign, 'session_over');
  if (session.kind !== 'login') throw refuseBy(sign, 'not_while_acting');
  // Meanwhile the paper may have been linked to another patient.
  if (signerId !== null && signerId !== session.user_id) throw refuseBy(sign, 'problem');
  return 'password';
}

/** Links of earlier versions do not tell how they were opened. */
function wordsWithoutProof(openedBy: string | null): string | null {
  return openedBy === 'sign_up' ? 'e-mail typed at sign-up, not confirmed' : null;
}

import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { administrators } from '../../kernel/policy/policy.ts';

const DAYS = 30;

/**
 * One sentence for each change of this account's login by another user in the last 30 days, as the certificate prints
 * it.
 */
export async function loginChangesOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credential_holds as hold')
    .leftJoin('users as by', 'by.id', 'hold.by_id')
    .select([
      'hold.why',
      'by.plan_id',
      sql<string>`to_char(hold.created_at at time zone 'utc', 'YYYY-MM-DD')`.as('day'),
    ])
    .where('hold.user_id', '=', userId)
    .where('hold.created_at', '>', sql<Date>`now() - make_interval(days => ${DAYS})`)
    .orderBy('hold.id')
    .execute();
  return rows.map(({ why, plan_id, day }) => {
    const who = administrators.some((plan) => plan === plan_id) ? 'an administrator' : 'another person';
    return `${why === 'email_set_by_other' ? 'E-mail changed' : 'Password set'} by ${who} on ${day}`;
  });
}

/**
 * For signatures of earlier versions, which recorded nothing about the signer's login: the passwords that an
 * administrator set for the signer's account in the 30 days before, according to the audit log.
 */
export async function passwordsSetByOthers(db: Db, signingId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct to_char(entry.at at time zone 'utc', 'YYYY-MM-DD') as day
    from signings signing
      join documents document on document.provider = 'builtin' and document.provider_id = signing.id
      join audit_log entry on entry.subject = 'user' and entry.subject_id = document.signer_id::text
        and entry.action = 'profile.change_password' and entry.actor_id <> document.signer_id
        and entry.at between signing.signed_at - make_interval(days => ${DAYS}) and signing.signed_at
    where signing.id = ${signingId}
    order by day`.execute(db);
  return rows.map(({ day }) => `Password set by an administrator on ${day}`);
}

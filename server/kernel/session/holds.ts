import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import type { Db, Work } from '../db/db.ts';
import { type Placeholders, statement } from '../db/statement.ts';

export type Hold = {
  readonly id: number;
  readonly why: 'password_set_by_other' | 'email_set_by_other' | 'factors_reset_by_other';
  readonly until: Date | null;
};

const standingHolds = statement((db, { userId }: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('credential_holds')
    .select(['id', 'why', 'until'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`cleared_at is null and (until is null or until > now())`)
    .orderBy('why')
    .orderBy('id', 'desc'),
);

/** The hold that prevents this person from signing, or null; one that an emailed code cannot end comes first. */
export async function findHold(db: Db, userId: number): Promise<Hold | null> {
  const [row] = await standingHolds(db, { userId });
  return row ? { ...row, why: row.why as Hold['why'] } : null;
}

type NewHold = { userId: number; domainId: number; why: Hold['why']; hours?: number };

/** Starts a hold in the caller's name; replaces an existing one of the same kind. */
export async function beginHold(work: Work, { userId, domainId, why, hours }: NewHold): Promise<void> {
  await endHolds(work, userId, 'replaced', why);
  await work.db
    .insertInto('credential_holds')
    .values({
      domain_id: domainId,
      user_id: userId,
      why,
      by_id: work.cause.actorId,
      until: hours === undefined ? null : sql`now() + make_interval(hours => ${hours})`,
    })
    .execute();
  await audit(work, { domainId, action: 'identity.hold', subject: 'user', subjectId: userId, facts: { why } });
}

type ClearedBy = 'mailed code' | 'invitation' | 'one-time password' | 'old address';

/** Ends the holds that this proof can end: an address that an administrator chose proves nothing about the person. */
export async function clearHolds(work: Work, userId: number, by: ClearedBy): Promise<number> {
  return by === 'old address'
    ? endHolds(work, userId, by, 'email_set_by_other')
    : endHolds(work, userId, by, 'password_set_by_other', 'factors_reset_by_other');
}

/** A second factor that the person had before a hold began proves that it is the person. */
export async function clearHoldsByFactor(work: Work, userId: number, enrolledAt: Date): Promise<number> {
  const ended = await work.db
    .updateTable('credential_holds')
    .set({ cleared_at: sql`now()`, cleared_by: 'second factor' })
    .where('user_id', '=', userId)
    .where('created_at', '>', enrolledAt)
    .where('cleared_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length;
}

async function endHolds(
  work: Work,
  userId: number,
  by: ClearedBy | 'replaced',
  ...reasons: Hold['why'][]
): Promise<number> {
  const ended = await work.db
    .updateTable('credential_holds')
    .set({ cleared_at: sql`now()`, cleared_by: by })
    .where('user_id', '=', userId)
    .where('why', 'in', reasons)
    .where('cleared_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length;
}

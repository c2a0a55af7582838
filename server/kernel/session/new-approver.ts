import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Whether another person gave this administrator the role or the account less than a day ago. Such an account may be in
 * the hands of that person, so it cannot be the second of four eyes; a day is time for others to notice.
 */
export async function isNewApprover(db: Db, userId: number): Promise<boolean> {
  const change = await db
    .selectFrom('audit_log')
    .select('position')
    .where('subject', '=', 'user')
    .where('subject_id', '=', String(userId))
    .where(sql<boolean>`at > now() - interval '1 day'`)
    .where(
      sql<boolean>`(action in ('users.create', 'users.create_admin', 'users.activate', 'custom_sites.add_admin')
        or action = 'users.edit' and facts ? 'plan_after')`,
    )
    .executeTakeFirst();
  return change !== undefined;
}

import type { Db } from '../../../kernel/db/db.ts';

/** The account of a login that has begun, while it is active. */
export async function findLoginAccount(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'domain_id', 'plan_id', 'email', 'last_login'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

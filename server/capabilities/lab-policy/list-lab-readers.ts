import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

const MOST_ADMINISTRATORS = 20;

/** Lists the readers of letters about the work of a lab: the lab first, then the administrators of its site. */
export function listLabReaders(
  db: Db,
  { lab_id, domain_id }: { readonly lab_id: number; readonly domain_id: number },
): Promise<{ id: number; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('id', '=', lab_id),
        eb.and([eb('domain_id', '=', domain_id), eb('plan_id', 'in', [Plan.admin, Plan.superAdmin])]),
      ]),
    )
    .orderBy(sql`id <> ${lab_id}`)
    .orderBy('id')
    .limit(MOST_ADMINISTRATORS + 1)
    .execute();
}

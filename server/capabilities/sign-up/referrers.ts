import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { RequestFacts } from '../../kernel/http/handle.ts';
import { networkOf } from '../../kernel/rate-limits.ts';
import type { Services } from '../../kernel/services.ts';

/** An active user of one plan on this site, whom a sign-up link can name. */
export async function findInviter(db: Db, site: { id: number }, plan: Plan, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'company', 'phone_number'])
    .where('id', '=', id)
    .where('plan_id', '=', plan)
    .where('domain_id', '=', site.id)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** Ids are sequential, so the lookups are rate limited against enumeration. */
export async function countLookup({ limits, settings }: Services, request: RequestFacts): Promise<void> {
  const limit = { bucket: 'sign-up-lookup', most: settings.lookupsPerMinute, minutes: 1 };
  await limits.count(limit, networkOf(request.address));
}

import { updateCoupon } from '@vialkeep/contract/coupons.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';

type Coupon = { readonly code: string; readonly domain_id: DomainId | null };

/**
 * W-10: a code is one coupon among all that count on a site, its own and those for every site. The refusal names the one
 * that has it. Codes of other sites are not asked about, so that a site's administrator learns of none.
 */
export async function requireFreeCode(work: Work, { code, domain_id }: Coupon, except?: number): Promise<void> {
  // Of several administrators who choose a code at once, the second waits and then sees the coupon of the first.
  await sql`select lock_coupon_code(${code})`.execute(work.db);
  const first = await work.db
    .selectFrom('coupons')
    .leftJoin('domains', 'domains.id', 'coupons.domain_id')
    .select(['coupons.id', 'coupons.name', 'domains.name as domain'])
    .where(sql<boolean>`lower(coupons.code) = lower(${code})`)
    .where('coupons.removed_at', 'is', null)
    .where((eb) =>
      domain_id === null
        ? eb.lit(true)
        : eb.or([eb('coupons.domain_id', 'is', null), eb('coupons.domain_id', '=', domain_id)]),
    )
    .where((eb) => (except === undefined ? eb.lit(true) : eb('coupons.id', '<>', except)))
    .orderBy('coupons.id')
    .executeTakeFirst();
  if (!first) return;
  const message = `Coupon code already exists. It is that of #${first.id} - ${first.name} (${first.domain ?? 'every domain'}).`;
  throw refuseBy(updateCoupon, 'code_in_use', { message, fields: { code: message } });
}

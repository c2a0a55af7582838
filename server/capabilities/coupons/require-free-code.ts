import { updateCoupon } from '@vialkeep/contract/coupons.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';

type Coupon = { readonly code: string; readonly domain_id: DomainId | null };

/**
 * Requires that no other coupon that counts on the site has the code; the refusal names that coupon. Codes of other
 * sites are not searched, so that a site's administrator learns nothing about them (W-10).
 */
export async function requireFreeCode(work: Work, { code, domain_id }: Coupon, except?: number): Promise<void> {
  // Serializes concurrent writes of one code, so that the second sees the coupon of the first.
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
  throw refuseBy(updateCoupon, 'code_in_use', { message, fields: ['code'] });
}

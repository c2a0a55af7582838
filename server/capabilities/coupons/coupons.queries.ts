import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export type CouponRow = Awaited<ReturnType<typeof administeredCoupons>>[number];

/** The coupons that an administrator manages, active ones first. */
export function administeredCoupons(db: Db, actor: Actor) {
  return coupons(db, actor).orderBy('coupons.is_active', 'desc').orderBy('coupons.id', 'desc').execute();
}

/** Answers 404 for a coupon of another site and, to a site's own administrator, for one that counts on every site. */
export async function administeredCoupon(db: Db, actor: Actor, id: number): Promise<CouponRow> {
  return orNotFound(await coupons(db, actor).where('coupons.id', '=', id).executeTakeFirst());
}

/** Filters by site, because the connection's scope also lets a site read coupons for every site (S-31). */
function coupons(db: Db, { scope }: Actor) {
  return db
    .selectFrom('coupons')
    .leftJoin('domains', 'domains.id', 'coupons.domain_id')
    .leftJoin('users as center', 'center.id', 'coupons.harvest_center_id')
    .select([
      'coupons.id',
      'coupons.name',
      'coupons.code',
      'coupons.max_use_number',
      'coupons.used_number',
      'coupons.discount_cents',
      'coupons.is_active',
      'coupons.product_ids',
      'coupons.harvest_center_id',
      'center.company',
      'coupons.domain_id',
      'domains.name as domain_name',
      'coupons.version',
    ])
    .where('coupons.removed_at', 'is', null)
    .where((eb) => (scope === 'platform' ? eb.lit(true) : eb('coupons.domain_id', '=', scope)));
}

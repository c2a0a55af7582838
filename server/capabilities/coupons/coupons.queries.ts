import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

export type CouponRow = Awaited<ReturnType<typeof administeredCoupons>>[number];

/** The coupons an administrator keeps, the active ones first. */
export function administeredCoupons(db: Db, actor: Actor) {
  return coupons(db, actor).orderBy('coupons.is_active', 'desc').orderBy('coupons.id', 'desc').execute();
}

/** One of them. Another site's, and for a site's own administrator one for every site, does not exist. */
export async function administeredCoupon(db: Db, actor: Actor, id: number): Promise<CouponRow> {
  return orNotFound(await coupons(db, actor).where('coupons.id', '=', id).executeTakeFirst());
}

/** S-31: the connection's scope lets a site read those for every site too, which are not its to administer. */
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

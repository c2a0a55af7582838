import type { Work } from '../kernel/db/db.ts';

/**
 * Adds a coupon for all users, one with a single use, one of the other site, and one of every other state of the list.
 */
export async function addCoupons(work: Work, northId: number): Promise<void> {
  const main = await work.db.selectFrom('domains').select('id').where('is_main', '=', true).executeTakeFirstOrThrow();
  const center = await work.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'hc@vialkeep.test')
    .executeTakeFirstOrThrow();
  const coupon = { domain_id: main.id, max_use_number: 0, is_active: true, product_ids: [], harvest_center_id: null };
  await work.db
    .insertInto('coupons')
    .values([
      { ...coupon, name: 'Welcome', code: 'WELCOME100', discount_cents: 10_000, domain_id: null },
      { ...coupon, name: 'One use only', code: 'ONCE50', discount_cents: 5_000, max_use_number: 1 },
      { ...coupon, name: 'Northlight opening', code: 'NORTHONLY', discount_cents: 7_500, domain_id: northId },
      {
        ...coupon,
        name: 'Stein anniversary',
        code: 'STEIN200',
        discount_cents: 20_000,
        max_use_number: 10,
        product_ids: [1],
        harvest_center_id: center.id,
      },
      {
        ...coupon,
        name: 'Kits of last spring',
        code: 'SPRINGKIT',
        discount_cents: 2_500,
        product_ids: [3, 9],
        is_active: false,
      },
    ])
    .execute();
}

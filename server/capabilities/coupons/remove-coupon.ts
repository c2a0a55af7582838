import { removeCoupon } from '@vialkeep/contract/coupons.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { administeredCoupon } from './coupons.queries.ts';

/** Marks the coupon as removed; its row stays for the purchases that used it, as in S-25. */
export const removeCouponHandler = handle(removeCoupon, ({ actor, params, write }) =>
  write(async (work) => {
    const coupon = await administeredCoupon(work.db, actor, params.id);
    await work.db
      .updateTable('coupons')
      .set({ removed_at: sql`now()`, version: sql`version + 1` })
      .where('id', '=', coupon.id)
      .execute();
    await audit(work, {
      domainId: coupon.domain_id ?? actor.domainId,
      action: 'coupons.remove',
      subject: 'coupon',
      subjectId: coupon.id,
      facts: { used_number: coupon.used_number },
      changes: { removed: { before: false, after: true } },
    });
    return { success: true as const, message: 'Coupon code has been removed.' };
  }),
);

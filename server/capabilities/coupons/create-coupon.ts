import { createCoupon } from '@vialkeep/contract/coupons.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { couponColumns } from './coupon-columns.ts';
import { presentCoupon } from './coupons.present.ts';
import { administeredCoupon } from './coupons.queries.ts';
import { requireFreeCode } from './require-free-code.ts';

export const createCouponHandler = handle(
  createCoupon,
  ({ actor, body, services, write }) =>
    write(async (work) => {
      const columns = await couponColumns(work.db, services, actor, body);
      await requireFreeCode(work, columns);
      const { id } = await work.db.insertInto('coupons').values(columns).returning('id').executeTakeFirstOrThrow();
      await audit(work, {
        // A coupon for every site is audited on the administrator's own site.
        domainId: columns.domain_id ?? actor.domainId,
        action: 'coupons.create',
        subject: 'coupon',
        subjectId: id,
        facts: {
          discount_cents: columns.discount_cents,
          max_use_number: columns.max_use_number,
          is_active: columns.is_active,
        },
      });
      return presentCoupon(await administeredCoupon(work.db, actor, id));
    }),
  {
    coupons_code_once: { reason: 'code_in_use', field: 'code' },
    coupons_code_once_with_shared: { reason: 'code_in_use', field: 'code' },
  },
);

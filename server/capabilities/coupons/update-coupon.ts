import { updateCoupon } from '@vialkeep/contract/coupons.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { couponColumns } from './coupon-columns.ts';
import { presentCoupon } from './coupons.present.ts';
import { administeredCoupon } from './coupons.queries.ts';
import { requireFreeCode } from './require-free-code.ts';

export const updateCouponHandler = handle(
  updateCoupon,
  ({ actor, params, body, services, write }) =>
    write(async (work) => {
      const before = await administeredCoupon(work.db, actor, params.id);
      const columns = await couponColumns(work.db, services, actor, body);
      const changes = changesBetween(before, columns);
      // Checked only when code or site change: coupons that shared a code before the rule can still be edited.
      if (before.code.toLowerCase() !== columns.code.toLowerCase() || before.domain_id !== columns.domain_id)
        await requireFreeCode(work, columns, before.id);
      const changed = await work.db
        .updateTable('coupons')
        .set({ ...columns, version: sql`version + 1` })
        .where('id', '=', before.id)
        .where('removed_at', 'is', null)
        .where('version', '=', body.version ?? before.version)
        .returning('id')
        .executeTakeFirst();
      if (!changed) throw refuseBy(updateCoupon, 'changed_meanwhile');
      await audit(work, {
        domainId: columns.domain_id ?? actor.domainId,
        action: 'coupons.update',
        subject: 'coupon',
        subjectId: before.id,
        facts: {
          fields: Object.keys(changes),
          discount_cents: columns.discount_cents,
          discount_cents_before: before.discount_cents,
          max_use_number: columns.max_use_number,
          max_use_number_before: before.max_use_number,
        },
        changes,
      });
      return presentCoupon(await administeredCoupon(work.db, actor, before.id));
    }),
  {
    coupons_code_once: { reason: 'code_in_use', field: 'code' },
    coupons_code_once_with_shared: { reason: 'code_in_use', field: 'code' },
    coupons_are_used_within_their_limit: { reason: 'used_more_often', field: 'max_use_number' },
  },
);

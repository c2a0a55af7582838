import { listStaffOfCenter } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { fixedLimit } from '../../kernel/db/fixed-limit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf, openRelations } from '../network/index.ts';
import { MOST } from './centers.queries.ts';
import { isStaffInside } from './staff-to-change.ts';

export const listStaffOfCenterHandler = handle(listStaffOfCenter, async ({ access, actor, db, params }) => {
  const center = await authorizeAccountOf(access, db, params.id, Plan.harvestCenter);
  const rows = await openRelations(db)
    .innerJoin('users as staff', 'staff.id', 'relations.subject_id')
    .select([
      'staff.id',
      'staff.first_name',
      'staff.last_name',
      'staff.email',
      'staff.is_active',
      'relations.approved_at',
    ])
    .where('relations.object_id', '=', center.id)
    .where('relations.kind', '=', 'center')
    .where('staff.plan_id', '=', Plan.staff)
    .where('staff.removed_at', 'is', null)
    // Pending staff come first.
    .orderBy('relations.approved_at', (order) => order.desc().nullsFirst())
    .orderBy('staff.id', 'desc')
    .limit(fixedLimit(MOST))
    .execute();
  return {
    staff_list: rows.map(({ is_active, approved_at, ...staff }) => ({
      ...staff,
      status: approved_at === null ? ('pending' as const) : is_active ? ('active' as const) : ('inactive' as const),
    })),
    may: isStaffInside(actor) ? [] : ['approve' as const, 'remove' as const],
  };
});

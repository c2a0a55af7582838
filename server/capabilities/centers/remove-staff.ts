import { removeStaff } from '@vialkeep/contract/centers.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { endRelations } from '../network/index.ts';
import { isStaffInside, staffToChange } from './staff-to-change.ts';

/** Ends the relation; its row stays as history. A session of the staff member inside the center ends at once. */
export const removeStaffHandler = handle(removeStaff, async ({ access, actor, body, write }) => {
  if (isStaffInside(actor)) throw refuseBy(removeStaff, 'only_the_center');
  return write(async (work) => {
    const relation = await staffToChange(work, access, body);
    await endRelations(work, [relation.id]);
    await audit(work, {
      domainId: relation.domain_id,
      action: 'centers.remove_staff',
      subject: 'user',
      subjectId: body.user_id,
      facts: { ended: [`center ${body.hc_id}`] },
    });
    return { success: true as const, message: `${relation.username} has been removed from the staff.` };
  });
});

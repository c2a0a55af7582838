import { approveStaff } from '@vialkeep/contract/centers.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { approveRelations } from '../network/index.ts';
import { isStaffInside, staffToChange } from './staff-to-change.ts';

export const approveStaffHandler = handle(approveStaff, async ({ access, actor, body, write }) => {
  if (isStaffInside(actor)) throw refuseBy(approveStaff, 'only_the_center');
  return write(async (work) => {
    const relation = await staffToChange(work, access, body);
    if (relation.approved_at !== null) throw refuseBy(approveStaff, 'already_approved');
    await approveRelations(work, [relation.id]);
    await audit(work, {
      domainId: relation.domain_id,
      action: 'centers.approve_staff',
      subject: 'user',
      subjectId: body.user_id,
      facts: { added: [`center ${body.hc_id}`] },
    });
    return { success: true as const, message: `${relation.username} can now work in this account.` };
  });
});

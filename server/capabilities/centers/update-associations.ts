import { updateReferralAssociation, updateStaff } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { bumpVersion } from '../accounts/index.ts';
import { authorizeAccountOf, replaceRelations } from '../network/index.ts';
import { presentAssociation, presentStaff } from './centers.present.ts';
import { type WithCenters, withCenters } from './centers.queries.ts';

export const updateStaffHandler = handle(updateStaff, async ({ access, params, body, write }) =>
  write(async (work) => {
    const change = { id: params.id, plan: Plan.staff, centers: body.staff_hc_ids, field: 'staff_hc_ids' } as const;
    return presentStaff(await associate(work, access, { ...change, version: body.version }));
  }),
);

export const updateReferralAssociationHandler = handle(
  updateReferralAssociation,
  async ({ access, params, body, write }) =>
    write(async (work) => {
      const change = {
        id: params.id,
        plan: Plan.referralCenter,
        centers: body.rhc_hc_ids,
        field: 'rhc_hc_ids',
      } as const;
      const association = presentAssociation(await associate(work, access, { ...change, version: body.version }));
      return { ...association, code: 'Success' as const, message: 'The harvest centers have been updated.' };
    }),
);

type Change = {
  id: UserId;
  plan: typeof Plan.referralCenter | typeof Plan.staff;
  centers: readonly UserId[];
  /** The name of the centers in the request. */
  field: string;
  version: number | undefined;
};

/** Replaces the centers of a user by exactly these. */
async function associate(work: Work, access: Access, change: Change): Promise<WithCenters> {
  const user = await authorizeAccountOf(access, work.db, change.id, change.plan);
  if (!(await bumpVersion(work, user.id, change.version))) throw refuseBy(updateStaff, 'changed_meanwhile');
  const subject = { id: user.id, domainId: user.domain_id, plan: change.plan };
  const { added, ended } = await replaceRelations(work, subject, 'center', change.centers, change.field);
  await audit(work, {
    domainId: user.domain_id,
    action: 'centers.associate',
    subject: 'user',
    subjectId: user.id,
    facts: { added, ended },
  });
  return withCenters(work.db, access.actor, change.plan).where('users.id', '=', user.id).executeTakeFirstOrThrow();
}

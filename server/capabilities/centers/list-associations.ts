import { listReferralAssociations, listStaff } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentAssociation, presentStaff } from './centers.present.ts';
import { withCenters } from './centers.queries.ts';

export const listStaffHandler = handle(listStaff, async ({ actor, db }) =>
  (await withCenters(db, actor, Plan.staff).execute()).map(presentStaff),
);

export const listReferralAssociationsHandler = handle(listReferralAssociations, async ({ actor, db }) =>
  (await withCenters(db, actor, Plan.referralCenter).execute()).map(presentAssociation),
);

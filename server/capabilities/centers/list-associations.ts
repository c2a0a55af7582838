import { listReferralAssociations, listStaff } from '@vialkeep/contract/centers.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentAssociation, presentStaff } from './centers.present.ts';
import { withCenters } from './centers.queries.ts';

export const listStaffHandler = handle(listStaff, async ({ actor, db }) =>
  (await withCenters(db, actor, 9).execute()).map(presentStaff),
);

export const listReferralAssociationsHandler = handle(listReferralAssociations, async ({ actor, db }) =>
  (await withCenters(db, actor, 5).execute()).map(presentAssociation),
);

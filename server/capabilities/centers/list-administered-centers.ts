import { listHarvestCenters, listReferralCenters } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentAdministered } from './centers.present.ts';
import { administeredCenters } from './centers.queries.ts';

export const listHarvestCentersHandler = handle(listHarvestCenters, async ({ actor, db, query }) =>
  (await administeredCenters(db, actor, Plan.harvestCenter, query)).map(presentAdministered),
);

export const listReferralCentersHandler = handle(listReferralCenters, async ({ actor, db, query }) =>
  (await administeredCenters(db, actor, Plan.referralCenter, query)).map(presentAdministered),
);

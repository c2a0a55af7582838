import { listCentersOfReferral } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf } from '../network/index.ts';

export const listCentersOfReferralHandler = handle(listCentersOfReferral, async ({ access, db, params }) => {
  const { id } = await authorizeAccountOf(access, db, params.id, Plan.referralCenter);
  return db
    .selectFrom('relations')
    .innerJoin('users as center', 'center.id', 'relations.object_id')
    .select(['center.id', 'center.company', 'center.template_id'])
    .where('relations.subject_id', '=', id)
    .where('relations.kind', '=', 'center')
    .where('relations.ended_at', 'is', null)
    .where('relations.approved_at', 'is not', null)
    .where('center.is_active', '=', true)
    .orderBy('relations.id')
    .execute();
});

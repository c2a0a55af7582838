import { listCentersOfReferral } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf } from '../network/index.ts';

export const listCentersOfReferralHandler = handle(listCentersOfReferral, async ({ access, db, params }) => {
  const { id } = await authorizeAccountOf(access, db, params.id, Plan.referralCenter);
  return db
    .selectFrom('active_relations')
    .innerJoin('users as center', 'center.id', 'active_relations.object_id')
    .select(['center.id', 'center.company', 'center.template_id'])
    .where('active_relations.subject_id', '=', id)
    .where('active_relations.kind', '=', 'center')
    .where('center.is_active', '=', true)
    .orderBy('active_relations.id')
    .execute();
});

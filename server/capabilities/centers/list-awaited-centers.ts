import { listAwaitedCenters } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../kernel/http/handle.ts';
import { authorizeAccountOf, openRelations } from '../network/index.ts';

export const listAwaitedCentersHandler = handle(listAwaitedCenters, async ({ access, db, params }) => {
  const { id } = await authorizeAccountOf(access, db, params.id, Plan.referralCenter);
  return openRelations(db)
    .innerJoin('account_names as center', 'center.id', 'relations.object_id')
    .select(['center.id', 'center.company'])
    .where('relations.subject_id', '=', id)
    .where('relations.kind', '=', 'center')
    .where('relations.approved_at', 'is', null)
    .orderBy('relations.id')
    .execute();
});

import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { authorizeAccount } from '../../network/index.ts';
import { centersOf } from '../session.queries.ts';

export const listAssociatedCentersHandler = handle(listAssociatedCenters, async ({ access, db, params }) => {
  await authorizeAccount(access, db, params.id);
  const centers = await centersOf(db, params.id).orderBy('center.company').execute();
  return centers.map((center) => ({ id: UserId.parse(center.id), company: center.company }));
});

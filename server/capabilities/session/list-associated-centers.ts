import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { centersOf } from './session.queries.ts';

export const listAssociatedCentersHandler = handle(listAssociatedCenters, async ({ actor, db, params }) => {
  if (actor.plan === 9 && params.id !== actor.userId) throw refuse('not_found');
  const centers = await centersOf(db, params.id).orderBy('center.company').execute();
  return centers.map((center) => ({ id: UserId.parse(center.id), company: center.company }));
});

import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listAssociatedCenters } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { visibleTo } from '../../network/index.ts';
import { centersOf } from '../session.queries.ts';

export const listAssociatedCentersHandler = handle(listAssociatedCenters, async ({ actor, db, params }) => {
  const staff = db.selectFrom('users').select('id').where('id', '=', params.id).where('removed_at', 'is', null);
  orNotFound(await staff.where(visibleTo(actor)).executeTakeFirst());
  const centers = await centersOf(db, params.id).orderBy('center.company').execute();
  return centers.map((center) => ({ id: UserId.parse(center.id), company: center.company }));
});

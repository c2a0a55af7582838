import { listLabs } from '@vialkeep/contract/centers.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../kernel/http/handle.ts';
import { activeOfPlan, listedColumns } from './centers.queries.ts';

export const listLabsHandler = handle(listLabs, async ({ access, actor, db }) =>
  activeOfPlan(db, actor, Plan.lab).select(listedColumns).where(access.listFilter().where).execute(),
);

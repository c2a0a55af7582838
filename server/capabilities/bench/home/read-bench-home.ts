import { readBenchHome } from '@vialkeep/contract/bench.ts';
import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { type Bench, findShift, hasOperators, readBench } from '../../lab-policy/index.ts';
import { findUndoable } from '../undo/find-undoable.ts';
import { actionsOf, presentAction } from './bench-actions.queries.ts';
import { countTiles } from './count-tiles.ts';

export const readBenchHomeHandler = handle(readBenchHome, async ({ access, actor, db, query }) => {
  const bench = await readBench(access, db, query.lab_id);
  const [shift, needsBadge, tiles, last] = await Promise.all([
    findShift(db, actor, bench.lab),
    hasOperators(db, bench.lab),
    countTiles(db, bench.lab),
    readLastAction(db, actor, bench),
  ]);
  return { lab_id: UserId.parse(bench.lab.id), has_operators: needsBadge, shift, tiles, last };
});

/** The newest action of the operator, or of the account where there is none. An undo is none that is undone again. */
async function readLastAction(db: Db, actor: Actor, bench: Bench) {
  const { lab, operator } = bench;
  const action = await actionsOf(db, lab)
    .where((eb) =>
      operator
        ? eb('scan_actions.operator_id', '=', operator.id)
        : eb.and([eb('scan_actions.user_id', '=', actor.userId), eb('scan_actions.operator_id', 'is', null)]),
    )
    .where('scan_actions.undoes', 'is', null)
    .orderBy('scan_actions.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!action) return null;
  return { ...presentAction(action), may_undo: (await findUndoable(db, bench, actor, action.id)) !== null };
}

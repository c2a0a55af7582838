import type { PayoutRun } from '@vialkeep/contract/payouts.ts';
import type { z } from 'zod';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { type LockedRun, lockRun } from './payouts.queries.ts';
import { presentRunOf } from './present-run.ts';

/** Ends a unit of work that has nothing to write, and therefore no audit row. */
class NothingToChange extends Error {
  override readonly name = 'NothingToChange';
}

type RunCall = {
  readonly actor: Actor;
  readonly db: Db;
  readonly params: { readonly id: number };
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
};

/**
 * Changes a run under its lock and answers it. Where the change says that it was made before, nothing is written and the
 * answer is the same.
 */
export async function changeRun(
  { actor, db, params, write }: RunCall,
  change: (work: Work, run: LockedRun) => Promise<'changed' | 'as it was'>,
): Promise<z.input<typeof PayoutRun>> {
  try {
    return await write(async (work) => {
      const run = await lockRun(work, actor, params.id);
      if ((await change(work, run)) === 'as it was') throw new NothingToChange();
      return presentRunOf(work.db, actor, run.id);
    });
  } catch (error) {
    if (error instanceof NothingToChange) return presentRunOf(db, actor, params.id);
    throw error;
  }
}

import type { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { refuse } from '../../../kernel/http/refuse.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import { authorizeAccountOf } from '../../network/index.ts';

export type RequestingCenter = Awaited<ReturnType<typeof requestingCenter>>;

/** The clinic that requests documents: the caller's own account, or the one that an administrator names. */
export async function requestingCenter(
  access: Access,
  db: Db,
  named: number | null | undefined,
  plans: readonly Plan[],
) {
  const { plan, userId } = access.actor;
  const id = named ?? (administrators.includes(plan) ? null : userId);
  if (id === null) {
    const message = 'Choose a harvest center.';
    throw refuse('invalid_input', { message, fields: ['harvest_center_id'] });
  }
  return authorizeAccountOf(access, db, id, ...plans);
}

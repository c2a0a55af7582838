import { benchRefusals, scanRefusals, signRefusals } from '@vialkeep/contract/bench-words.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { Refusal, refuse } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { loadAccount } from '../network/index.ts';

/** A lab that the caller may act for. */
export type Lab = { readonly id: number; readonly domainId: number };

/** The lab of the call: the caller's own, or the one that an administrator names. Of another site it is 404. */
export async function requireLab(access: Access, db: Db, labId: number | undefined): Promise<Lab> {
  const { actor } = access;
  if (actor.plan === Plan.lab) {
    if (labId !== undefined && labId !== actor.userId) throw refuse('not_found');
    const lab = { id: actor.userId, domainId: actor.domainId };
    access.authorize({ domainId: lab.domainId, ownerIds: [lab.id] });
    return lab;
  }
  if (labId === undefined) throw refuseAtBench('lab_required', { fields: ['lab_id'] });
  const account = await loadAccount(db, actor, labId);
  if (account.plan_id !== Plan.lab || !account.is_visible) throw refuse('not_found');
  access.authorize({ domainId: account.domain_id, ownerIds: [account.id] });
  return { id: account.id, domainId: account.domain_id };
}

const refusals = { ...benchRefusals, ...scanRefusals, ...signRefusals };

/** A refusal that every route of the bench declares. */
export function refuseAtBench(
  reason: keyof typeof refusals,
  details?: ConstructorParameters<typeof Refusal>[2],
): Refusal {
  return new Refusal(reason, refusals[reason], details);
}

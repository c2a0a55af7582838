import { Plan } from '@vialkeep/contract/plans.ts';
import { removeManagerFromTeam, removeRepFromTeam } from '@vialkeep/contract/sales-teams.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import { bumpVersion } from '../accounts/index.ts';
import { endBetween, openRelations, visibleUser } from '../network/index.ts';

/** Ends the relation of a rep to the calling manager (F130). */
export const removeRepFromTeamHandler = handle(removeRepFromTeam, (call) => remove(call, Plan.salesRep, 'manager'));
export const removeManagerFromTeamHandler = handle(removeManagerFromTeam, (call) =>
  remove(call, Plan.salesManager, 'distributor'),
);

/** The member's past sales stay in the reports of the former leaders. */
async function remove(
  { access, actor, params, write }: Call<typeof removeRepFromTeam>,
  plan: typeof Plan.salesRep | typeof Plan.salesManager,
  kind: 'manager' | 'distributor',
) {
  return write(async (work) => {
    const member = await visibleUser(work.db, actor, params.id);
    if (member.plan_id !== plan) throw refuse('not_found');
    const all = await leadersOf(work, member.id, kind);
    if (all.length === 0) throw refuse('not_found');
    access.authorize({ domainId: member.domain_id, ownerIds: all });
    // A leader ends only the own relation, an administrator all of them (U-18).
    const leaders = administrators.includes(actor.plan) ? all : [actor.userId];
    // A form in which one of them is open must not overwrite this change. Rows are locked in the order of their ids, so
    // that two calls cannot deadlock.
    for (const id of [member.id, ...leaders].toSorted((a, b) => a - b)) await bumpVersion(work, id, undefined);
    const ended: string[] = [];
    for (const leader of leaders) ended.push(...(await endBetween(work, member.id, leader)).ended);
    await audit(work, {
      domainId: member.domain_id,
      action: 'sales_teams.remove',
      subject: 'user',
      subjectId: member.id,
      facts: { ended },
    });
    return { success: true as const, message: 'Removed from the team.' };
  });
}

async function leadersOf(work: Work, memberId: number, kind: 'manager' | 'distributor') {
  const rows = await openRelations(work.db)
    .select('object_id')
    .where('subject_id', '=', memberId)
    .where('kind', '=', kind)
    .execute();
  return rows.map(({ object_id }) => object_id);
}

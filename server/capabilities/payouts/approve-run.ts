import { approvePayoutRun } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { isNewApprover } from '../../kernel/session/new-approver.ts';
import { changeRun } from './change-run.ts';
import { holdOwnApprovals, isPayee, needsSecond } from './four-eyes.ts';
import type { LockedRun } from './payouts.queries.ts';

export const approvePayoutRunHandler = handle(approvePayoutRun, (call) =>
  changeRun(call, async (work, run) => {
    const { version } = call.body;
    if (run.state === 'approved') return 'as it was';
    if (run.state !== 'draft') throw refuseBy(approvePayoutRun, 'not_draft');
    if (version !== undefined && version !== run.version) throw refuseBy(approvePayoutRun, 'changed_meanwhile');
    if (await isPayee(work.db, run.id, call.actor.userId)) throw refuseBy(approvePayoutRun, 'own_payment');
    if (run.made_by === call.actor.userId) await refuseOwnRun(work, run);
    else if (await isNewApprover(work.db, call.actor.userId)) throw refuseBy(approvePayoutRun, 'new_approver');
    const cents = await readTotal(work, run.id);
    await approveRun(work, run.id);
    await audit(work, {
      domainId: run.domain_id,
      action: 'payouts.approve_run',
      subject: 'payout_run',
      subjectId: run.id,
      facts: { cents },
    });
    return 'changed';
  }),
);

async function refuseOwnRun(work: Work, run: LockedRun): Promise<void> {
  await holdOwnApprovals(work.db, run.domain_id);
  if (await needsSecond(work.db, run)) throw refuseBy(approvePayoutRun, 'own_request');
}

async function readTotal(work: Work, runId: number): Promise<number> {
  const { cents } = await work.db
    .selectFrom('payout_people')
    .select(sql<number>`coalesce(sum(cents), 0)::float8`.as('cents'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return cents;
}

/** Keeps with the approval what the file will say about each person to whom a payment is due. */
async function approveRun(work: Work, runId: number): Promise<void> {
  await sql`
    update payout_runs set state = 'approved', approved_by = ${work.cause.actorId}, approved_at = now(),
      approvals = approvals + 1, version = version + 1
    where id = ${runId}`.execute(work.db);
  await sql`
    update payout_people payee set approval = run.approvals, payee_name = coalesce(account.username, '#' || payee.person_id),
      payee_reference = coalesce(number.reference, '')
    from payout_runs run, payout_people same
      left join account_names account on account.id = same.person_id
      left join payee_references number on number.user_id = same.person_id and number.domain_id = same.domain_id
    where run.id = ${runId} and payee.run_id = run.id and payee.state = 'due'
      and same.run_id = payee.run_id and same.person_id = payee.person_id`.execute(work.db);
}

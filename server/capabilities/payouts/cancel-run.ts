import { cancelPayoutRun } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { changeRun } from './change-run.ts';

/** A run in which a payment was made or came back keeps its people; the rest of its payments can be returned. */
export const cancelPayoutRunHandler = handle(cancelPayoutRun, (call) =>
  changeRun(call, async (work, run) => {
    if (run.state === 'cancelled') return 'as it was';
    const begun = await work.db
      .selectFrom('payout_people')
      .select('person_id')
      .where('run_id', '=', run.id)
      .where('state', '!=', 'due')
      .limit(1)
      .executeTakeFirst();
    if (begun || run.state === 'paid') throw refuseBy(cancelPayoutRun, 'run_paid');
    await sql`select cancel_payout_run(${run.id})`.execute(work.db);
    await audit(work, {
      domainId: run.domain_id,
      action: 'payouts.cancel_run',
      subject: 'payout_run',
      subjectId: run.id,
      facts: { was: run.state },
    });
    return 'changed';
  }),
);

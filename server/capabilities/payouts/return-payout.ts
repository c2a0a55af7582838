import { returnPayout } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { changeRun } from './change-run.ts';

/** A payment that bank or payroll refused before it was marked as paid is returned alike, without an entry. */
export const returnPayoutHandler = handle(returnPayout, (call) =>
  changeRun(call, async (work, run) => {
    const { person_id, note } = call.body;
    const payee = orNotFound(
      await work.db
        .selectFrom('payout_people')
        .select(['state', sql<number>`cents::float8`.as('cents')])
        .where('run_id', '=', run.id)
        .where('person_id', '=', person_id)
        .executeTakeFirst(),
    );
    if (payee.state === 'returned') return 'as it was';
    if (person_id === call.actor.userId) throw refuseBy(returnPayout, 'own_payment');
    if (payee.state === 'due' && run.state !== 'approved') throw refuseBy(returnPayout, 'not_approved');
    const { rows } = await sql<{ digest: string | null }>`
      select digest from return_payout(${run.id}, ${person_id}, ${note})`.execute(work.db);
    const digest = rows[0]?.digest ?? null;
    await audit(work, {
      domainId: run.domain_id,
      action: 'payouts.return',
      subject: 'payout_run',
      subjectId: run.id,
      facts: {
        payee: person_id,
        cents: payee.cents,
        was: payee.state,
        ...(digest === null ? {} : { journal: [digest] }),
      },
    });
    return 'changed';
  }),
);

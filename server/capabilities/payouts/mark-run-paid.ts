import { markPayoutRunPaid } from '@vialkeep/contract/payouts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { changeRun } from './change-run.ts';
import { isPayee } from './four-eyes.ts';
import { type Payment, sendPayments } from './payout-emails.ts';

/** Lines, entries, checkboxes and letters follow in one transaction; people who were paid before are left out. */
export const markPayoutRunPaidHandler = handle(markPayoutRunPaid, (call) =>
  changeRun(call, async (work, run) => {
    const { person_ids, paid_on, reference } = call.body;
    if (run.state === 'draft' || run.state === 'cancelled') throw refuseBy(markPayoutRunPaid, 'not_approved');
    if (paid_on < run.made_on) throw refuseBy(markPayoutRunPaid, 'paid_before_run', { fields: ['paid_on'] });
    if (person_ids) await requirePeopleOfRun(work, run.id, person_ids);
    if (await isPayee(work.db, run.id, call.actor.userId, person_ids)) throw refuseBy(markPayoutRunPaid, 'own_payment');
    const { rows } = await sql<Payment & { digest: string }>`
      select person_id, cents::float8 as cents, digest
      from pay_payout_people(${run.id}, ${person_ids ?? null}::integer[], ${paid_on}::date, ${reference})`.execute(
      work.db,
    );
    if (rows.length === 0) return 'as it was';
    const site = await call.services.domains.ofId(run.domain_id);
    await sendPayments(work, site, rows, paid_on);
    await audit(work, {
      domainId: run.domain_id,
      action: 'payouts.mark_paid',
      subject: 'payout_run',
      subjectId: run.id,
      facts: {
        paid_on,
        people: rows.length,
        cents: rows.reduce((sum, { cents }) => sum + cents, 0),
        journal: rows.map(({ digest }) => digest),
      },
    });
    return 'changed';
  }),
);

async function requirePeopleOfRun(work: Work, runId: number, ids: readonly number[]): Promise<void> {
  const people = await work.db
    .selectFrom('payout_people')
    .select('person_id')
    .where('run_id', '=', runId)
    .where(sql<boolean>`person_id = any (${[...ids]}::integer[])`)
    .execute();
  orNotFound(people.length === new Set(ids).size ? ids : null);
}

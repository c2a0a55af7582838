import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { administratorsOf } from '../identity/index.ts';

type NewRun = { readonly id: number; readonly total: number; readonly people: readonly unknown[] };

/** Asks the administrators of the site, without the maker of the run, to approve it. */
export async function sendRunToApprove(work: Work, site: Domain, run: NewRun): Promise<void> {
  const others = { id: work.cause.actorId ?? 0, domain_id: site.id, plan_id: Plan.salesRep };
  for (const administrator of await administratorsOf(work, others)) {
    await queueEmail(work, {
      from: site,
      to: { userId: administrator.id, email: administrator.email },
      kind: 'run_to_approve',
      subject: `${site.brand}: a payout run waits for its approval`,
      heading: `Payout run #${run.id}`,
      paragraphs: [
        `The run pays ${formatCents(run.total * 100)} to ${run.people.length} ${run.people.length === 1 ? 'person' : 'people'}. Another administrator than its maker has to approve it.`,
      ],
      button: { label: 'Open the run', url: `${site.url}/money/payouts?run=${run.id}` },
    });
  }
}

export type Payment = { readonly person_id: number; readonly cents: number };

/** Emails each payee that their commission was paid. */
export async function sendPayments(
  work: Work,
  site: Domain,
  payments: readonly Payment[],
  paidOn: string,
): Promise<void> {
  const payees = await work.db
    .selectFrom('account_names')
    .select(['id', 'email'])
    .where(sql<boolean>`id = any (${payments.map(({ person_id }) => person_id)}::integer[])`)
    .execute();
  const emails = new Map(payees.map(({ id, email }) => [id, email]));
  for (const { person_id, cents } of payments) {
    const email = emails.get(person_id);
    if (email === undefined) continue;
    await queueEmail(work, {
      from: site,
      to: { userId: person_id, email },
      kind: 'commission_paid',
      subject: `${site.brand}: your commission was paid`,
      heading: 'Your commission was paid',
      paragraphs: [
        `We paid you ${formatCents(cents)} on ${paidOn}. Your page of commissions shows the sales behind it.`,
      ],
      button: { label: 'Open my commissions', url: `${site.url}/my-commissions` },
    });
  }
}

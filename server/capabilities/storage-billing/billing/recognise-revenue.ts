import { monthInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import { postEntry } from '../../journal/index.ts';
import { lastDayOfMonthBefore } from '../days.ts';
import { runEach } from './run-each.ts';
import { StepNotDue } from './take-step.ts';

/**
 * Posts what paid invoices have earned by the end of the month before, by their days: one entry for a site and month, with
 * two lines for each offer. A payment that comes later for days that are past is earned with the next month.
 */
export async function recogniseRevenue(services: Services, today: string, cause: AuditContext): Promise<void> {
  const until = lastDayOfMonthBefore(today);
  const sites = await services.store
    .read('platform')
    .selectFrom('storage_invoices')
    .select('domain_id')
    .distinct()
    .where('paid_on', 'is not', null)
    .where(sql<boolean>`recognised_cents + unearned_cents < cents`)
    .execute();
  await runEach(sites, ({ domain_id: site }) =>
    services.store.write(site, cause, (work) => recogniseSite(work, site, until)),
  );
}

async function recogniseSite(work: Work, site: number, until: string): Promise<void> {
  const month = until.slice(0, 7);
  const key = `recognised:${site}:${month}`;
  const known = await work.db.selectFrom('journal_entries').select('id').where('key', '=', key).executeTakeFirst();
  if (known) throw new StepNotDue();
  const { rows } = await sql<{ offer_id: number; cents: number }>`
    with earning as (
      select invoice.id, plan.offer_id, invoice.recognised_cents,
        storage_earned(invoice.cents, invoice.unearned_cents, from_day, to_day, ${until}::date) as earned
      from storage_invoices invoice join storage_enrolments plan on plan.id = invoice.enrolment_id
      where invoice.domain_id = ${site} and paid_on is not null
        and invoice.recognised_cents + invoice.unearned_cents < invoice.cents
      order by invoice.id for update of invoice
    ), recognised as (
      update storage_invoices invoice set recognised_cents = earning.earned
      from earning where earning.id = invoice.id and earning.earned > earning.recognised_cents
      returning earning.offer_id, earning.earned - earning.recognised_cents as cents
    )
    select offer_id, sum(cents)::float8 as cents from recognised group by 1 order by 1`.execute(work.db);
  if (rows.length === 0) throw new StepNotDue();
  const digest = await postEntry(work, {
    domainId: site,
    kind: 'recognised',
    key,
    memo: `Storage revenue of ${monthInWords(month)}, by offer #${rows.map(({ offer_id }) => offer_id).join(', #')}`.slice(
      0,
      500,
    ),
    lines: rows.flatMap(({ cents }) => [
      { account: 2100, cents },
      { account: 4020, cents: -cents },
    ]),
  });
  const cents = rows.reduce((sum, row) => sum + row.cents, 0);
  await audit(work, {
    domainId: site,
    action: 'storage.recognise',
    subject: 'domain',
    subjectId: site,
    facts: { month, cents, journal: digest },
  });
}

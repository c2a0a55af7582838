import { NOTICE_DAYS } from '@vialkeep/contract/storage.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import { defaultCardOf } from '../../cards/index.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { addDays } from '../days.ts';
import { getInvoice, type InvoiceRow, type PlanRow } from '../storage.queries.ts';
import { nextTry } from './next-step.ts';
import { noticeLetter, queueStorageEmail } from './storage-emails.ts';

/**
 * Writes the invoice of the next period with its letter, under the lock of the plan. It has the price of this day. A
 * period that has begun already, because storage plans were off, is due after the usual notice.
 */
export async function writeInvoice(
  work: Work,
  services: Pick<Services, 'domains' | 'payments'>,
  plan: PlanRow,
  today: string,
): Promise<InvoiceRow> {
  const { id: planId, domain_id: domainId, next_from: fromDay } = plan;
  const dueOn = fromDay >= today ? fromDay : addDays(today, NOTICE_DAYS);
  const card = plan.automatic ? await defaultCardOf(work.db, services, plan.patient_id) : null;
  const { dunning_days } = await readSiteMoneySettings(work.db, domainId);
  // Who enrols without a card has an invoice that is due at once, and may be typing the card now.
  const isAskedForCard = plan.automatic && !card && dueOn === today;
  const { id } = await work.db
    .insertInto('storage_invoices')
    .values({
      domain_id: domainId,
      enrolment_id: planId,
      from_day: fromDay,
      to_day: sql<string>`storage_period_end(${plan.starts_on}, ${plan.years}, ${fromDay})`,
      cents: plan.price_cents,
      due_on: dueOn,
      next_try_on: isAskedForCard ? nextTry(dueOn, dunning_days, today) : dueOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const invoice = await getInvoice(work.db, id);
  const site = await services.domains.ofId(domainId);
  await queueStorageEmail(work, site, plan, noticeLetter(invoice, plan, card));
  await audit(work, {
    domainId,
    action: 'storage.invoice',
    subject: 'storage_invoice',
    subjectId: id,
    facts: { plan: planId, person: plan.patient_id, cents: invoice.cents, from: fromDay, due: dueOn },
  });
  return invoice;
}

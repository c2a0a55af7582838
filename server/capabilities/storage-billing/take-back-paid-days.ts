import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

/** A plan is not paid through the days of an invoice that was given back as a whole. The caller has locked the plan. */
export async function takeBackPaidDays({ db }: Work, invoiceId: number): Promise<void> {
  await sql`
    update storage_enrolments plan set paid_through = (
      select max(paid.to_day) from storage_invoices paid where paid.enrolment_id = plan.id and paid.state = 'paid')
    from storage_invoices invoice
    where invoice.id = ${invoiceId} and invoice.enrolment_id = plan.id and invoice.state = 'refunded'
      and plan.paid_through = invoice.to_day`.execute(db);
}

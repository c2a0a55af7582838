import { audit } from '../../../kernel/audit/audit.ts';
import type { AuditContext, Work } from '../../../kernel/db/db.ts';
import type { Services } from '../../../kernel/services.ts';
import { readSiteMoneySettings, type SiteMoneySettings } from '../../money-settings/index.ts';
import { addDays } from '../days.ts';
import { type InvoiceRow, lockOpenInvoice, lockPlan, type PlanRow } from '../storage.queries.ts';
import { type BillingStep, GRACE_REMINDER_DAYS, nextStep, nextTry } from './next-step.ts';
import { graceLetter, lapsedLetter, payNowLetter, queueStorageEmail } from './storage-emails.ts';
import { writeInvoice } from './write-invoice.ts';

/** Nothing is left to do under the lock: another process has taken the step. The transaction is rolled back. */
export class StepNotDue extends Error {
  override readonly name = 'StepNotDue';
}

/** Takes one step of a plan by the calendar, in one transaction with its letter. Returns null where none is due. */
export async function takeBillingStep(
  services: Services,
  plan: { readonly id: number; readonly domain_id: number },
  today: string,
  cause: AuditContext,
): Promise<BillingStep | null> {
  try {
    return await services.store.write(plan.domain_id, cause, async (work) => {
      const locked = await lockPlan(work, plan.id);
      const invoice = await lockOpenInvoice(work, plan.id);
      const settings = await readSiteMoneySettings(work.db, plan.domain_id);
      const step = nextStep({ plan: locked, invoice, settings, today });
      if (step === null) throw new StepNotDue();
      if (step === 'notice') await writeInvoice(work, services, locked, today);
      else if (invoice) await moveOn(work, services, { step, plan: locked, invoice, settings, today });
      return step;
    });
  } catch (error) {
    if (error instanceof StepNotDue) return null;
    throw error;
  }
}

type Move = {
  readonly step: Exclude<BillingStep, 'notice'>;
  readonly plan: PlanRow;
  readonly invoice: InvoiceRow;
  readonly settings: SiteMoneySettings;
  readonly today: string;
};

async function moveOn(work: Work, services: Services, move: Move): Promise<void> {
  const { step, plan, invoice, settings, today } = move;
  const site = await services.domains.ofId(plan.domain_id);
  const letter = (content: Parameters<typeof queueStorageEmail>[3]) => queueStorageEmail(work, site, plan, content);
  if (step === 'remind') {
    const next = nextTry(invoice.due_on, settings.dunning_days, today);
    await work.db.updateTable('storage_invoices').set({ next_try_on: next }).where('id', '=', invoice.id).execute();
    await letter(payNowLetter(invoice, plan, invoice.due_on === today));
  } else if (step === 'past_due') {
    await changePlan(work, plan, { state: 'past_due' });
  } else if (step === 'grace') {
    const until = addDays(today, settings.grace_days);
    // A short grace period has one letter.
    const isShort = settings.grace_days <= GRACE_REMINDER_DAYS;
    await changePlan(work, plan, { state: 'grace', grace_until: until, grace_reminded: isShort });
    await letter(graceLetter(invoice, plan, until, false));
  } else if (step === 'grace_again') {
    await changePlan(work, plan, { grace_reminded: true });
    await letter(graceLetter(invoice, plan, plan.grace_until ?? today, true));
  } else {
    await changePlan(work, plan, { state: 'lapsed', grace_until: null });
    await letter(lapsedLetter(invoice, plan));
  }
  await audit(work, {
    domainId: plan.domain_id,
    action: 'storage.step',
    subject: 'storage_plan',
    subjectId: plan.id,
    facts: { step, person: plan.patient_id, invoice: invoice.id },
  });
}

type PlanChange = {
  readonly state?: PlanRow['state'];
  readonly grace_until?: string | null;
  readonly grace_reminded?: boolean;
  readonly paid_through?: string;
};

export async function changePlan({ db }: Work, { id }: Pick<PlanRow, 'id'>, change: PlanChange): Promise<void> {
  await db.updateTable('storage_enrolments').set(change).where('id', '=', id).execute();
}

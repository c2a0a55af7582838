import { NOTICE_DAYS } from '@vialkeep/contract/storage.ts';
import type { SiteMoneySettings } from '../../money-settings/index.ts';
import { addDays } from '../days.ts';
import { type InvoiceRow, isBeingCharged, type PlanRow } from '../storage.queries.ts';

/** What the calendar asks for next. `remind`: a letter to a patient who pays by hand. */
export type BillingStep = 'notice' | 'remind' | 'past_due' | 'grace' | 'grace_again' | 'lapse';

type Plan = Pick<
  PlanRow,
  'state' | 'automatic' | 'end_asked_at' | 'grace_until' | 'grace_reminded' | 'next_from' | 'has_account'
>;
type Invoice = Pick<InvoiceRow, 'due_on' | 'next_try_on' | 'charge_state'>;

export type BillingFacts = {
  readonly plan: Plan;
  /** The invoice that is open. */
  readonly invoice: Invoice | null;
  readonly settings: Pick<SiteMoneySettings, 'storage' | 'grace_after_days'>;
  readonly today: string;
};

/** The second letter of a grace period comes this many days before its end. */
export const GRACE_REMINDER_DAYS = 30;

/**
 * The next step of a plan on a day, or null. Nothing happens while storage plans are off, while the patient asks to end
 * the plan, and while a charge waits for its outcome. A lapsed plan waits for an administrator.
 */
export function nextStep({ plan, invoice, settings, today }: BillingFacts): BillingStep | null {
  if (!settings.storage || plan.end_asked_at !== null || !plan.has_account) return null;
  if (plan.state === 'ended' || plan.state === 'lapsed') return null;
  if (!invoice) return plan.state === 'active' && addDays(plan.next_from, -NOTICE_DAYS) <= today ? 'notice' : null;
  if (isBeingCharged(invoice)) return null;
  if (plan.state === 'grace') return stepOfGrace(plan, today);
  if (plan.state === 'active' && invoice.due_on < today) return 'past_due';
  if (addDays(invoice.due_on, settings.grace_after_days) <= today) return 'grace';
  const isDue = invoice.next_try_on !== null && invoice.next_try_on <= today;
  return isDue && !plan.automatic ? 'remind' : null;
}

function stepOfGrace({ grace_until, grace_reminded }: Plan, today: string): BillingStep | null {
  if (grace_until === null) return null;
  if (grace_until < today) return 'lapse';
  return !grace_reminded && addDays(grace_until, -GRACE_REMINDER_DAYS) <= today ? 'grace_again' : null;
}

/** The first day of a further try after a day; null where none is left. */
export function nextTry(dueOn: string, dunningDays: readonly number[], after: string): string | null {
  const days = dunningDays.map((day) => addDays(dueOn, day)).filter((day) => day > after);
  return days.toSorted()[0] ?? null;
}

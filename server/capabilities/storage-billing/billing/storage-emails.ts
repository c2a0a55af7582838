import { dayInWords, monthInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import { storageInvoiceNumber } from '@vialkeep/contract/storage.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { type NewEmail, queueEmail } from '../../../kernel/mail/outbox.ts';
import type { InvoiceRow, PlanRow } from '../storage.queries.ts';

type Invoice = Pick<InvoiceRow, 'number' | 'from_day' | 'to_day' | 'cents' | 'due_on'>;
type Card = { readonly brand: string; readonly last4: string };
type Letter = Pick<NewEmail, 'kind' | 'subject' | 'heading' | 'paragraphs'> & { readonly label?: string };

const NOTHING_HAPPENS = 'Nothing happens to your cells.';

/** 30 days before the due day: amount, day and card. */
export function noticeLetter(invoice: Invoice, plan: PlanRow, card: Card | null): Letter {
  const day = dayInWords(invoice.due_on);
  return {
    kind: 'storage_notice',
    subject: `Storage invoice ${numberOf(invoice)} of ${formatCents(invoice.cents)}, due on ${day}`,
    heading: 'Your storage plan goes on',
    paragraphs: [
      ...describe(invoice, plan),
      plan.automatic && card
        ? `${cardWords(card)} is charged on ${day}. You do not have to do anything.`
        : `Please pay it by ${day}.`,
    ],
  };
}

/** To those who pay by hand, on the due day and on the days of further tries. */
export function payNowLetter(invoice: Invoice, plan: PlanRow, isDueToday: boolean): Letter {
  return {
    kind: 'storage_notice',
    subject: `Storage invoice ${numberOf(invoice)} ${isDueToday ? 'is due today' : 'is still open'}`,
    heading: isDueToday ? 'Your storage invoice is due today' : 'Your storage invoice is still open',
    paragraphs: [...describe(invoice, plan), 'You can pay it now by card.'],
    label: 'Pay now',
  };
}

export function receiptLetter(invoice: Invoice, plan: PlanRow, card: Card): Letter {
  return {
    kind: 'storage_receipt',
    subject: `Receipt for storage invoice ${numberOf(invoice)}`,
    heading: 'Thank you for your payment',
    paragraphs: [
      ...describe(invoice, plan),
      `Charged once to ${cardWords(card)}.`,
      `Your storage is paid through ${dayInWords(invoice.to_day)}.`,
    ],
  };
}

/** The card on file could not be charged. */
export function failedLetter(invoice: Invoice, plan: PlanRow, why: string, nextTry: string | null): Letter {
  return {
    kind: 'storage_failed',
    subject: `Storage invoice ${numberOf(invoice)} could not be charged`,
    heading: 'Your card was not charged',
    paragraphs: [
      ...describe(invoice, plan),
      why,
      nextTry === null
        ? 'Please pay it with another card.'
        : `We try again on ${dayInWords(nextTry)}. You can also pay it now, or replace the card.`,
      NOTHING_HAPPENS,
    ],
    label: 'Pay now',
  };
}

export function graceLetter(invoice: Invoice, plan: PlanRow, graceUntil: string, isReminder: boolean): Letter {
  const day = dayInWords(graceUntil);
  return {
    kind: 'storage_grace',
    subject: isReminder
      ? `Storage invoice ${numberOf(invoice)} is open until ${day}`
      : `Your storage plan is unpaid: grace period until ${day}`,
    heading: isReminder ? 'The grace period ends soon' : 'Your grace period has begun',
    paragraphs: [...describe(invoice, plan), `You can pay it until ${day}. ${NOTHING_HAPPENS}`],
    label: 'Pay now',
  };
}

export function lapsedLetter(invoice: Invoice, plan: PlanRow): Letter {
  return {
    kind: 'storage_lapsed',
    subject: `Your storage plan has lapsed: invoice ${numberOf(invoice)}`,
    heading: 'Your storage plan has lapsed',
    paragraphs: [
      ...describe(invoice, plan),
      `${NOTHING_HAPPENS} We will contact you about what you wish. You can still pay the invoice.`,
    ],
    label: 'Pay now',
  };
}

export function cardExpiringLetter(card: Card & { readonly expires: string }, dueOn: string): Letter {
  return {
    kind: 'card_expiring',
    subject: `Your card ending in ${card.last4} expires before your storage is due`,
    heading: 'Your card expires soon',
    paragraphs: [
      `${cardWords(card)} expires at the end of ${monthInWords(card.expires)}.`,
      `Your storage is due on ${dayInWords(dueOn)}. Please replace the card before that.`,
    ],
    label: 'Replace card',
  };
}

/** Queues a letter to the patient in the transaction of the step that it tells of, so that it is written once. */
export async function queueStorageEmail(work: Work, site: Domain, plan: PlanRow, letter: Letter): Promise<void> {
  const { label = 'Open billing', ...content } = letter;
  await queueEmail(work, {
    ...content,
    from: site,
    to: { userId: plan.patient_id, email: plan.patient_email },
    button: { label, url: `${site.url}/billing` },
  });
}

function describe(invoice: Invoice, plan: PlanRow): string[] {
  const { cents, from_day, to_day } = invoice;
  return [
    `Invoice ${numberOf(invoice)}: ${plan.offer_name}, ${dayInWords(from_day)} to ${dayInWords(to_day)}`,
    `Amount ${formatCents(cents)}`,
  ];
}

function numberOf({ number }: Pick<Invoice, 'number'>): string {
  return storageInvoiceNumber(number);
}

function cardWords({ brand, last4 }: Card): string {
  return `${brand} ending in ${last4}`;
}

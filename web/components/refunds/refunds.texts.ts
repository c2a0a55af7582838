import type { RefundReason, RefundState, RefundWay } from '@vialkeep/contract/refunds.ts';

/** The texts of refunds, in the form of a transaction and in the list. */
export const refundsTexts = {
  title: 'Refunds',
  loading: 'Loading refunds...',
  failed: 'The refunds could not be loaded.',
  none: 'Nothing has been refunded.',
  open: 'Refund…',
  form: 'Refund',
  amount: 'Refund amount',
  amountHelp: (left: string) => `At most ${left}.`,
  reason: 'Reason',
  note: 'Note',
  noteHelp: 'Why it is refunded, for the books. The buyer does not read it.',
  coupon: (code: string) => `Return the use of coupon ${code}`,
  couponHelp: 'Only where all of it is refunded.',
  outside: 'It was paid back another way',
  outsideHelp: 'Nothing is sent to the card payment provider; the refund is only recorded.',
  consequences: 'What will happen',
  submit: 'Refund now',
  cancel: 'Cancel',
  states: {
    requested: 'To approve',
    waiting: 'Waiting',
    begun: 'Being looked up',
    done: 'Done',
    failed: 'Failed',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  } satisfies Record<RefundState, string>,
  reasons: {
    duplicate: 'Ordered twice',
    not_delivered: 'Not delivered',
    patient_withdrew: 'The patient withdrew',
    goodwill: 'Goodwill',
    fraud: 'Fraud',
    other: 'Other',
  } satisfies Record<RefundReason, string>,
  ways: {
    void: 'Charge cancelled',
    refund: 'To the card',
    outside: 'Another way',
    chargeback: 'Chargeback',
  } satisfies Record<RefundWay, string>,
  will: {
    record: (amount: string) => `${amount} is recorded as paid back another way. Nothing goes to the card.`,
    void: 'The charge has not settled yet. It is cancelled as a whole and does not reach the card.',
    refund: (amount: string, card: string) => `${amount} goes back to ${card}. Banks show it in 3 to 10 days.`,
    voided: 'The charge was cancelled at the card payment provider before. The refund is recorded.',
    unknown: 'The card payment provider could not be asked. The refund waits until it answers.',
    card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
    anyCard: 'the card',
    loss: (person: string, amount: string) => `${amount} from ${person}`,
    commission: (losses: string) => `Commission is taken back: ${losses}.`,
    couponReturned: (code: string) => `The use of coupon ${code} is returned.`,
    couponKept: (code: string) => `The use of coupon ${code} stays taken.`,
    order: (vials: number) => `The order of ${vialWords(vials)} is cancelled.`,
    orderAndVials: (vials: number, reserved: number) =>
      reserved === 1
        ? `The order of ${vialWords(vials)} is cancelled, and its reserved vial is free again.`
        : `The order of ${vialWords(vials)} is cancelled, and its ${reserved} reserved vials are free again.`,
    paidDays: (from: string, to: string) => `The storage plan is then no longer paid from ${from} to ${to}.`,
    planKept: 'The storage plan stays as it is.',
    vials: (count: number) =>
      count === 1
        ? '1 vial of the patient was shipped. It stays shipped.'
        : `${count} vials of the patient were shipped. They stay shipped.`,
    receipt: 'The buyer gets a receipt of the refund.',
  },
};

function vialWords(count: number): string {
  return count === 1 ? '1 vial' : `${count} vials`;
}

import type { StandInTransaction } from './stand-in-transaction.ts';

export type RefundRequest = {
  readonly amount?: string | undefined;
  readonly payment?: { readonly creditCard: { readonly cardNumber: string } } | undefined;
  readonly refTransId?: string | undefined;
  readonly order?: { readonly invoiceNumber: string } | undefined;
};

type Received = { readonly refId: string; readonly transId: string; readonly now: Date };
type Refunded = { readonly made: StandInTransaction } | { readonly refused: string };

const DAY_MS = 86_400_000;
const REFUNDED_FOR_DAYS = 120;
const NOT_CREDITABLE = '54';
/** The numbers of the sandbox: the refund is made and its answer is lost, or it is refused. */
const LOSES_REFUND = '4000000000000705';
const REFUSES_REFUND = '4000000000000713';

/** Refuses by the gateway's reasons 50, 54 and 55, or adds the refund to the transactions. */
export function fakeRefund(
  transactions: StandInTransaction[],
  asked: RefundRequest,
  { refId, transId, now }: Received,
): Refunded {
  const charge = transactions.find((one) => one.transId === asked.refTransId && one.refTransId === undefined);
  const card = asked.payment?.creditCard.cardNumber ?? '';
  if (!charge || card.length !== 4 || !charge.number.endsWith(card)) return { refused: NOT_CREDITABLE };
  if (charge.status === 'capturedPendingSettlement') return { refused: '50' };
  if (charge.number === REFUSES_REFUND) return { refused: NOT_CREDITABLE };
  if (charge.status !== 'settledSuccessfully' || !charge.settled) return { refused: NOT_CREDITABLE };
  if (now.getTime() - charge.settled.getTime() > REFUNDED_FOR_DAYS * DAY_MS) return { refused: NOT_CREDITABLE };
  const before = transactions.filter((one) => one.refTransId === charge.transId);
  if (centsOf([...before.map(({ amount }) => amount), asked.amount ?? '']) > centsOf([charge.amount])) {
    return { refused: '55' };
  }
  const made: StandInTransaction = {
    transId,
    refId,
    invoiceNumber: asked.order?.invoiceNumber ?? '',
    amount: asked.amount ?? '',
    number: charge.number,
    status: 'refundPendingSettlement',
    responseCode: '1',
    submitted: now,
    batchId: null,
    refTransId: charge.transId,
  };
  transactions.push(made);
  return { made };
}

/** Whether the answer to a refund of this charge is lost. */
export function losesRefund(transactions: readonly StandInTransaction[], chargeId: string | undefined): boolean {
  return transactions.some(({ transId, number }) => transId === chargeId && number === LOSES_REFUND);
}

const SETTLED: Readonly<Record<string, string>> = {
  capturedPendingSettlement: 'settledSuccessfully',
  refundPendingSettlement: 'refundSettledSuccessfully',
};

/** The bank of this card takes a charge back as soon as it has settled. */
const CHARGED_BACK = '4000000000000739';

export function settleBatch(transactions: readonly StandInTransaction[], batchId: string, settled: Date): void {
  for (const one of transactions) {
    const isTakenBack = one.number === CHARGED_BACK && one.refTransId === undefined;
    const status = isTakenBack && one.status in SETTLED ? 'chargeback' : SETTLED[one.status];
    if (status !== undefined) Object.assign(one, { status, batchId, settled });
  }
}

function centsOf(amounts: readonly string[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);
}

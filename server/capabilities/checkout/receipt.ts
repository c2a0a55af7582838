import type { TransactionId } from '@vialkeep/contract/kernel/ids.ts';
import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmailLast } from '../../kernel/mail/outbox.ts';
import type { CapturedCharge } from '../charging/index.ts';
import type { Order } from './order/order.ts';

type Receipt = {
  readonly site: Domain;
  readonly order: Order;
  readonly transactionId: TransactionId;
  readonly taken: CapturedCharge | null;
};

/** Queues the receipt in the transaction that records the purchase, so that each purchase has exactly one. */
export function queueReceipt(work: Work, { site, order, transactionId, taken }: Receipt): void {
  const { quote, product } = order;
  queueEmailLast(work, {
    from: site,
    to: { userId: null, email: order.receiptEmail },
    kind: 'receipt',
    subject: `Receipt for ${product.name}, transaction #${transactionId}`,
    heading: 'Thank you for your order',
    paragraphs: [
      `${product.name} × ${quote.quantity}`,
      `Price ${formatCents(quote.price * quote.quantity)}`,
      ...(quote.harvestFee > 0 ? [`Harvest Fee ${formatCents(quote.harvestFee)}`] : []),
      `Shipping Fee ${formatCents(quote.shippingFee)}`,
      ...(quote.discount > 0 ? [`Discount ${formatCents(-quote.discount)}`] : []),
      `Total ${formatCents(quote.total)}`,
      taken ? `Charged once to ${taken.brand} ending in ${taken.last4}.` : 'Nothing had to be charged.',
      `Transaction #${transactionId}`,
    ],
  });
}

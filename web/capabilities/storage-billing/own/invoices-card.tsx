import type { StorageInvoice } from '@vialkeep/contract/storage.ts';
import { brandNames } from '../../../components/payment/brand-names.ts';
import { formatDay } from '../../../ui/display/formats.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { InvoiceItem } from '../invoice-item.tsx';
import classes from '../storage-billing.module.css';
import { billingTexts } from './billing.texts.ts';

const texts = billingTexts.invoices;

/** The invoices, newest first, each with its file. */
export function InvoicesCard({ invoices }: { invoices: readonly StorageInvoice[] }) {
  return (
    <Card title={texts.title}>
      {invoices.length === 0 && <EmptyState title={texts.none} why={texts.noneWhy} />}
      <ul className={classes.list}>
        {invoices.map((invoice) => (
          <InvoiceItem key={invoice.id} invoice={invoice} words={[periodOf(invoice), paymentOf(invoice)]} />
        ))}
      </ul>
    </Card>
  );
}

function periodOf({ from_day, to_day }: StorageInvoice): string {
  return texts.period(formatDay(from_day), formatDay(to_day));
}

function paymentOf({ paid_on, due_on, card }: StorageInvoice): string {
  if (paid_on === null) return texts.due(formatDay(due_on));
  const words = card ? billingTexts.next.cardOf(brandNames[card.card_type], card.card_number) : '';
  return texts.paid(formatDay(paid_on), words);
}

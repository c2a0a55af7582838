import { printStorageInvoice, type StorageInvoice } from '@vialkeep/contract/storage.ts';
import { brandNames } from '../../../components/payment/brand-names.ts';
import { DownloadButton } from '../../../ui/actions/download-button.tsx';
import { formatDay, formatDollars } from '../../../ui/display/formats.ts';
import { StatusPill } from '../../../ui/display/status-pill.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../storage-billing.module.css';
import { invoiceStates } from '../storage-labels.ts';
import { billingTexts } from './billing.texts.ts';

const texts = billingTexts.invoices;

/** The invoices, newest first, each with its file. */
export function InvoicesCard({ invoices }: { invoices: readonly StorageInvoice[] }) {
  return (
    <Card title={texts.title}>
      {invoices.length === 0 && <EmptyState title={texts.none} why={texts.noneWhy} />}
      <ul className={classes.list}>
        {invoices.map((invoice) => (
          <li key={invoice.id} className={classes.item}>
            <span className={classes.words}>
              <span>
                {invoice.number} · {formatDollars(invoice.amount)}
              </span>
              <span className={classes.second}>
                {texts.period(formatDay(invoice.from_day), formatDay(invoice.to_day))}
              </span>
              <span className={classes.second}>{paymentOf(invoice)}</span>
              {invoice.refunded > 0 && (
                <span className={classes.second}>{texts.refunded(formatDollars(invoice.refunded))}</span>
              )}
            </span>
            <span className={classes.side}>
              <StatusPill tone={invoiceStates[invoice.state].tone}>{invoiceStates[invoice.state].text}</StatusPill>
              <DownloadButton route={printStorageInvoice} input={{ params: { id: invoice.id } }}>
                {texts.pdf}
                <span className="visually-hidden"> {invoice.number}</span>
              </DownloadButton>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function paymentOf({ paid_on, due_on, card }: StorageInvoice): string {
  if (paid_on === null) return texts.due(formatDay(due_on));
  const words = card ? billingTexts.next.cardOf(brandNames[card.card_type], card.card_number) : '';
  return texts.paid(formatDay(paid_on), words);
}

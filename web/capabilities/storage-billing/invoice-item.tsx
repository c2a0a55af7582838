import { printStorageInvoice, type StorageInvoice } from '@vialkeep/contract/storage.ts';
import type { ReactNode } from 'react';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { formatDollars } from '../../ui/display/formats.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { invoiceTexts as texts } from './invoice.texts.ts';
import classes from './storage-billing.module.css';
import { invoiceStates } from './storage-labels.ts';

type Props = { invoice: StorageInvoice; words: readonly string[]; actions?: ReactNode };

/** One invoice in a list, with its state, its file and these words below its amount. */
export function InvoiceItem({ invoice, words, actions }: Props) {
  const { text, tone } = invoiceStates[invoice.state];
  const lines = invoice.refunded > 0 ? [...words, texts.refunded(formatDollars(invoice.refunded))] : words;
  return (
    <li className={classes.item}>
      <span className={classes.words}>
        <span>
          {invoice.number} · {formatDollars(invoice.amount)}
        </span>
        {lines.map((line) => (
          <span key={line} className={classes.second}>
            {line}
          </span>
        ))}
      </span>
      <span className={classes.side}>
        <StatusPill tone={tone}>{text}</StatusPill>
        <DownloadButton route={printStorageInvoice} input={{ params: { id: invoice.id } }}>
          {texts.pdf}
          <span className="visually-hidden"> {invoice.number}</span>
        </DownloadButton>
        {actions}
      </span>
    </li>
  );
}

import type { OwnStorage, StorageInvoice } from '@vialkeep/contract/storage.ts';
import { brandNames } from '../../../components/payment/brand-names.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDay, formatDollars, today } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../storage-billing.module.css';
import { billingTexts } from './billing.texts.ts';

const texts = billingTexts.next;

type Props = { storage: OwnStorage; onPay: (invoice: StorageInvoice) => void };

/** The amount, its day and the card that is charged. */
export function NextPaymentCard({ storage, onPay }: Props) {
  const { next, invoices, may } = storage;
  if (!next) return null;
  const invoice = invoices.find(({ id }) => id === next.invoice_id) ?? null;
  return (
    <Card title={texts.title}>
      <div className={classes.parts}>
        <div className={classes.amount}>{formatDollars(next.amount)}</div>
        <p className={classes.lead}>{wordsOf(storage, next, invoice)}</p>
        {invoice && may.includes('pay') && (
          <div className={classes.actions}>
            <Button kind="primary" onClick={() => onPay(invoice)}>
              {texts.pay}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

type Next = NonNullable<OwnStorage['next']>;

function wordsOf({ card }: OwnStorage, { day, automatic }: Next, invoice: StorageInvoice | null): string {
  if (invoice?.charge === 'held') return texts.held;
  if (invoice?.charge === 'under_way') return texts.underWay;
  if (automatic && card) {
    return texts.automatic(texts.cardOf(brandNames[card.card_type], card.card_number), formatDay(day));
  }
  if (!invoice) return texts.later(formatDay(day));
  return day < today() ? texts.late(formatDay(day)) : texts.byHand(formatDay(day));
}

import { type OwnStorage, payStorageInvoice, readOwnStorage, type StorageInvoice } from '@vialkeep/contract/storage.ts';
import { useState } from 'react';
import { brandNames } from '../../../components/payment/brand-names.ts';
import { refresh, useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDollars } from '../../../ui/display/formats.ts';
import { FailureNote } from '../../../ui/feedback/failure-note.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { ChoiceInput } from '../../../ui/form/fields/choice-input.tsx';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../storage-billing.module.css';
import { billingTexts } from './billing.texts.ts';
import { TypedCardForm } from './typed-card-form.tsx';

const texts = billingTexts.pay;

type Props = { invoice: StorageInvoice | null; card: OwnStorage['card']; onClose: () => void };

/** Pays an invoice with the card on file or another one. */
export function PayModal({ invoice, card, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = (number: string) => {
    onClose();
    notices.success(texts.done(number));
  };
  return (
    <FormModal opened={invoice !== null} title={texts.title(invoice?.number ?? '')} onClose={onClose}>
      {invoice && <PayForm invoice={invoice} card={card} onPaid={() => close(invoice.number)} onCancel={onClose} />}
    </FormModal>
  );
}

type PayFormProps = {
  invoice: StorageInvoice;
  card: OwnStorage['card'];
  onPaid: () => void;
  onCancel: () => void;
};

function PayForm({ invoice, card, onPaid, onCancel }: PayFormProps) {
  const [isSaved, setSaved] = useState(card !== null);
  const command = useCommand(payStorageInvoice, {
    refreshes: [readOwnStorage],
    onDone: onPaid,
    // Another tab may have paid it.
    onRefused: () => void refresh([readOwnStorage]),
  });
  const submit = texts.submit(formatDollars(invoice.amount));
  const invoice_id = invoice.id;
  return (
    <div className={classes.parts}>
      {card && (
        <ChoiceInput
          label={texts.with}
          value={isSaved ? 'saved' : 'another'}
          options={[
            {
              value: 'saved',
              label: billingTexts.next.cardOf(brandNames[card.card_type], card.card_number),
            },
            { value: 'another', label: texts.another },
          ]}
          onChoose={(chosen) => {
            command.reset();
            setSaved(chosen === 'saved');
          }}
        />
      )}
      {isSaved ? (
        <>
          {command.refusal && <FailureNote>{command.refusal.message}</FailureNote>}
          <div className={classes.actions}>
            <Button onClick={onCancel}>{billingTexts.cardForm.cancel}</Button>
            <Button
              kind="primary"
              busy={command.busy}
              onClick={() => void command.run({ body: { invoice_id, saved: true } })}
            >
              {submit}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={classes.lead}>{billingTexts.cardForm.lead}</p>
          <TypedCardForm
            label={texts.title(invoice.number)}
            submit={submit}
            keep={texts.keep}
            busy={command.busy}
            refusal={command.refusal}
            onCard={({ card_token, full_name, keep_card }) =>
              command.run({ body: { invoice_id, card_token, full_name, keep_card } })
            }
            onCancel={onCancel}
          />
        </>
      )}
    </div>
  );
}

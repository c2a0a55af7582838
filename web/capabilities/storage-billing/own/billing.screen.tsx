import { type OwnStorage, readOwnStorage, type StorageInvoice } from '@vialkeep/contract/storage.ts';
import { useState } from 'react';
import { Refused } from '../../../kernel/api/failure.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { AskToEndModal } from './ask-to-end.modal.tsx';
import { billingTexts as texts } from './billing.texts.ts';
import { InvoicesCard } from './invoices-card.tsx';
import { NextPaymentCard } from './next-payment-card.tsx';
import { OffersCard } from './offers-card.tsx';
import { PayModal } from './pay.modal.tsx';
import { PlanCard } from './plan-card.tsx';
import { ReplaceCardModal } from './replace-card.modal.tsx';

/** The storage plan of the patient: what is due, the plan, and the invoices. */
export function BillingScreen() {
  const storage = useApi(readOwnStorage, {});
  const isOff = storage.error instanceof Refused && storage.error.status === 404;
  return (
    <Screen title={texts.title}>
      {isOff ? (
        <Card>
          <EmptyState title={texts.notThere} why={texts.notThereWhy} />
        </Card>
      ) : (
        <Loaded query={storage} loading={texts.loading} failed={texts.failed}>
          {(own) => <Billing storage={own} />}
        </Loaded>
      )}
    </Screen>
  );
}

function Billing({ storage }: { storage: OwnStorage }) {
  const [paid, setPaid] = useState<StorageInvoice | null>(null);
  const [opened, setOpened] = useState<'card' | 'end' | null>(null);
  const { enrolment, invoices, offers, is_on, may } = storage;
  const close = () => setOpened(null);
  return (
    <>
      {!is_on && <WarningNote>{texts.off}</WarningNote>}
      <NextPaymentCard storage={storage} onPay={setPaid} />
      {enrolment ? (
        <PlanCard
          plan={enrolment}
          storage={storage}
          onReplaceCard={() => setOpened('card')}
          onAskToEnd={() => setOpened('end')}
        />
      ) : (
        is_on && <OffersCard offers={offers} mayEnrol={may.includes('enrol')} />
      )}
      {(enrolment || invoices.length > 0) && <InvoicesCard invoices={invoices} />}
      <PayModal invoice={paid} card={storage.card} onClose={() => setPaid(null)} />
      <ReplaceCardModal opened={opened === 'card'} onClose={close} />
      <AskToEndModal opened={opened === 'end'} onClose={close} />
    </>
  );
}

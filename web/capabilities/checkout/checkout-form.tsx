import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { Form } from '../../ui/form/form.tsx';
import { FormSections } from '../../ui/form/layout/form-section.tsx';
import { MessageModal } from '../../ui/overlays/message-modal.tsx';
import { AttemptModals } from './attempt/attempt.modals.tsx';
import type { Attempt } from './attempt/attempt.ts';
import classes from './checkout.module.css';
import { checkoutTexts as texts } from './checkout.texts.ts';
import { NEW_CARD } from './checkout-values.ts';
import { AddressSection } from './sections/address-section.tsx';
import { CenterSection } from './sections/center-section.tsx';
import { NewPatientSection } from './sections/new-patient-section.tsx';
import { OrderSection } from './sections/order-section.tsx';
import { cardName, PaymentSection } from './sections/payment-section.tsx';
import { CheckoutBar, CheckoutSummary } from './sections/summary.tsx';
import { type Opening, useCheckout } from './use-checkout.ts';

type Props = {
  opening: Opening;
  /** Whether this account can save cards; buyers cannot. */
  keepsCards: boolean;
  /** Starts a new order with an empty form. */
  onDone: () => void;
  /** Called when prices, cards or centers may have changed. */
  onStale: () => void;
};

/** The form of all four checkouts: sections with one-line summaries, and the total. */
export function CheckoutForm({ opening, keepsCards, onDone, onStale }: Props) {
  const { asks, user, locations, cards, centers } = opening;
  const checkout = useCheckout(opening, onStale);
  const { form, coupon, quote, attempt } = checkout;
  const place = useFocusAfter(attempt);
  const { values } = form;
  const card = cards.find(({ payment_profile_id }) => payment_profile_id === values.payment);
  const isNewCard = values.payment === NEW_CARD;
  // The button is hidden from the first click until the user has read a failure.
  const isOpen = attempt.step === 'idle' || attempt.step === 'failed';

  return (
    <Form form={form} label={texts.form} quiet notByEnter onSubmit={checkout.submit}>
      <div ref={place} className={classes.page}>
        <FormSections>
          {asks.buyer !== 'patient' && <CenterSection asks={asks} company={user.company} centers={centers} />}
          {asks.newPatient && <NewPatientSection values={values} onTaken={checkout.emailTaken} />}
          {asks.quantity && <OrderSection asks={asks} values={values} />}
          <AddressSection prefix="billing" form={form} locations={locations} />
          {asks.shipping && <AddressSection prefix="shipping" form={form} locations={locations} />}
          {quote.total > 0 && (
            <PaymentSection
              asks={asks}
              cards={cards}
              keepsCards={keepsCards}
              summary={card ? cardName(card) : isNewCard ? texts.payment.new : texts.summaries.noCard}
            />
          )}
        </FormSections>
        <CheckoutSummary
          productId={asks.productId}
          quote={quote}
          coupon={coupon}
          typedCode={values.coupon_code}
          means={card ? cardName(card) : texts.summary.newCard}
          isOpen={isOpen}
          onApply={() => void checkout.applyCode()}
        />
      </div>
      <CheckoutBar total={formatCents(quote.total)} isOpen={isOpen} />
      <AttemptModals
        attempt={attempt}
        next={checkout.next}
        onCheck={() => void checkout.look()}
        onClose={checkout.close}
        onDone={onDone}
      />
      <MessageModal opened={checkout.lacksPatient} title={texts.selectPatient} onClose={checkout.patientTold}>
        {texts.selectPatientWhy}
      </MessageModal>
    </Form>
  );
}

/** The button is hidden during payment; after a failure the focus moves to the error or back to the button. */
function useFocusAfter({ step }: Attempt): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    const hasFailed = before.current === 'failed' && step === 'idle';
    before.current = step;
    if (!hasFailed) return;
    const form = place.current?.closest('form');
    const buttons = [...(form?.querySelectorAll<HTMLElement>('button[type="submit"]') ?? [])];
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? buttons.find(({ offsetParent }) => offsetParent !== null))?.focus();
  }, [step]);
  return place;
}

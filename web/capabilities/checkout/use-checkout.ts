import type { SavedCard } from '@vialkeep/contract/cards.ts';
import { checkOut } from '@vialkeep/contract/checkout.ts';
import type { Location } from '@vialkeep/contract/locations.ts';
import type { Product } from '@vialkeep/contract/products.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { makeCardToken } from '../../components/payment/tokens/make-card-token.ts';
import { type Failure, Refused } from '../../kernel/api/failure.ts';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { nextSteps } from './attempt/next-steps.ts';
import { orderBody, ownVialsBody, typedCard } from './attempt/order-body.ts';
import { useAttempt } from './attempt/use-attempt.ts';
import { checkoutShape, fieldOf } from './attempt/validation-errors.ts';
import type { Asks } from './checkout-fields.ts';
import { type CheckoutValues, startingValues } from './checkout-values.ts';
import type { CenterOfReferral } from './sections/center-section.tsx';
import { shownQuote } from './sections/summary-lines.ts';
import { type Coupon, useCoupon } from './use-coupon.ts';

/** The data that is loaded before the form opens. */
export type Opening = {
  asks: Asks;
  product: Product;
  user: SessionUser;
  /** Sorted with the default first, like the cards. */
  locations: readonly Location[];
  cards: readonly SavedCard[];
  /** The centers of a referral center, if the screen asks for one. */
  centers: readonly CenterOfReferral[];
};

/** The fields of a typed card by the names of the payment provider. */
const cardFieldNames = { number: 'card_number', expires: 'expiration_date', code: 'cvc', holder: 'full_name' };

/** The checkout form, its price and the payment attempt. */
export function useCheckout({ asks, product, user, locations, cards, centers }: Opening, onStale: () => void) {
  const coupon = useCoupon(asks.productId);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [lacksPatient, setLacksPatient] = useState(false);
  const [ordered, setOrdered] = useState<CheckoutValues | null>(null);
  const ordering = { asks, product, coupon: coupon.applied, company: user.company, cards };
  const form = useSchemaForm(
    checkoutShape({ ...ordering, taken, judgedCode: coupon.judgedCode }),
    startingValues({ user, locations, cards, centerId: centers.length === 1 ? (centers[0]?.id ?? null) : null }),
  );
  const { attempt, pay, look, close } = useAttempt(told, showAtFields);
  useForgotten(form.reset, attempt.step === 'paid' || attempt.step === 'held');
  const withoutCode = () => {
    coupon.takeAway();
    form.setFieldValue('coupon_code', '');
  };
  useCodeOfCenter(coupon, form.values.harvest_center_temporal_id, withoutCode);

  function showAtFields(failure: Failure) {
    for (const [path, message] of Object.entries(failure.fields)) {
      if (fieldOf(path) in form.getValues()) form.setFieldError(fieldOf(path), message);
    }
  }

  /** Shows the refusal at its field too, and reloads data that has changed. */
  function told(failure: Failure) {
    showAtFields(failure);
    if (failure instanceof Refused && failure.reason === 'coupon_not_valid') withoutCode();
    onStale();
  }

  async function tokenOf(values: CheckoutValues): Promise<string | null> {
    const card = typedCard(values, ordering);
    if (!card) return null;
    const { full_name: holder, card_number: number, expiration_date: expires, cvc: code } = card;
    return makeCardToken({ number, expires, code, holder }, cardFieldNames);
  }

  async function submit(values: CheckoutValues) {
    if (asks.patient === 'required' && values.patient_id === null) {
      form.setFieldError('patient_id', checkOut.refusals.patient_required.message);
      setLacksPatient(true);
      return null;
    }
    setOrdered(values);
    const makeToken = () => tokenOf(values);
    const isPaid = await pay(
      asks.buyer === 'patient'
        ? {
            own: true,
            makeToken,
            body: (invoiceId, cardToken) => ownVialsBody(values, { ...ordering, invoiceId, cardToken }),
          }
        : {
            own: false,
            makeToken,
            body: (invoiceId, cardToken) => orderBody(values, { ...ordering, invoiceId, cardToken }),
          },
    );
    return isPaid || null;
  }

  return {
    form,
    coupon,
    quote: shownQuote(form.values, ordering),
    attempt,
    look,
    close,
    submit,
    lacksPatient,
    patientTold: () => setLacksPatient(false),
    next: attempt.step === 'paid' ? nextSteps(attempt.purchase, ordered && { asks, values: ordered }) : [],
    applyCode: async () => {
      const { coupon_code, harvest_center_temporal_id } = form.getValues();
      form.setFieldValue('coupon_code', await coupon.apply(coupon_code, harvest_center_temporal_id));
      form.clearFieldError('coupon_code');
    },
    emailTaken: (email: string) => {
      setTaken((known) => [...known, email]);
      form.setFieldError('email', checkOut.refusals.email_in_use.message);
    },
  };
}

/** After payment, the form resets so that nothing counts as unsaved and no card data stays in memory. */
function useForgotten(reset: () => void, isOver: boolean) {
  const forget = useEffectEvent(reset);
  useEffect(() => {
    if (isOver) forget();
  }, [isOver]);
}

/** A code can be valid at one center and not at another. */
function useCodeOfCenter(coupon: Coupon, centerId: number | null, onLost: () => void) {
  const askedFor = useRef(centerId);
  const askAgain = useEffectEvent(async () => {
    if (coupon.applied.code !== '' && !(await coupon.stillCounts(centerId))) onLost();
  });
  useEffect(() => {
    if (askedFor.current === centerId) return;
    askedFor.current = centerId;
    void askAgain();
  }, [centerId]);
}

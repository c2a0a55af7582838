import { checkOut, checkOutOwnVials, checkStatus } from '@vialkeep/contract/checkout.ts';
import { listPatientOptionsOfCenter, listPatientOptionsOfReferralCenter } from '@vialkeep/contract/patients.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../kernel/api/api.ts';
import { type Failure, failureOf } from '../../../kernel/api/failure.ts';
import { patientRoutes } from '../../../kernel/api/patient-routes.ts';
import { refresh } from '../../../kernel/api/query.ts';
import { useUnsaved } from '../../../kernel/navigation/unsaved.ts';
import { PAYMENT_PATIENCE_MS } from '../../../kernel/timings.ts';
import { useInvoice } from '../use-invoice.ts';
import { type Attempt, afterFailure, afterLook, afterLookFailed, idle, looking, lost } from './attempt.ts';
import type { OrderBody, OwnVialsBody } from './order-body.ts';
import { clearAttempt, loadAttempt, saveAttempt } from './stored-attempt.ts';

/** An order as it is sent, without its invoice number and the token of its card. */
export type ToPay = {
  /** The token of a typed card, made for each attempt; null where no card is typed. */
  makeToken: () => Promise<string | null>;
} & (
  | { own: false; body: (invoiceId: number, cardToken: string | null) => OrderBody }
  | { own: true; body: (invoiceId: number, cardToken: string | null) => OwnVialsBody }
);

/**
 * Runs one payment attempt at a time: an order is sent once, its number is stored until the outcome is known, and an
 * unknown outcome is queried and never resubmitted.
 */
export function useAttempt(onRefused: (failure: Failure) => void, onNothingSent: (failure: Failure) => void) {
  const [attempt, setAttempt] = useState<Attempt>(() => (loadAttempt() === null ? idle : looking(idle)));
  const invoice = useInvoice();
  // Identifies the current request; answers of abandoned requests and of unmounted screens are ignored.
  const sent = useRef(0);
  const isUnderWay = useRef(false);
  useEffect(() => () => void (sent.current += 1), []);
  useUnsaved(attempt.step === 'paying' || attempt.step === 'unknown');

  function settle(next: Attempt) {
    if (next.step !== 'unknown') clearAttempt();
    if (next.step === 'paid') {
      void refresh([...patientRoutes, listPatientOptionsOfCenter, listPatientOptionsOfReferralCenter]);
    }
    setAttempt(next);
  }

  /** Resolves to true if the order is paid. */
  async function pay(order: ToPay): Promise<boolean> {
    if (attempt.step !== 'idle' || isUnderWay.current) return false;
    isUnderWay.current = true;
    setAttempt({ step: 'paying' });
    sent.current += 1;
    const mine = sent.current;
    // After the timeout the user sees that the outcome is unknown. A late answer still counts.
    const patience = setTimeout(() => sent.current === mine && setAttempt(lost), PAYMENT_PATIENCE_MS);
    try {
      const invoiceId = await invoice.number().catch(nothingSent);
      const cardToken = await order.makeToken().catch(nothingSent);
      if (mine !== sent.current) return false;
      saveAttempt(invoiceId);
      const answer = order.own
        ? await call(checkOutOwnVials, { body: order.body(invoiceId, cardToken) })
        : await call(checkOut, { body: order.body(invoiceId, cardToken) });
      if (mine !== sent.current) return false;
      settle({ step: 'paid', message: answer.message, purchase: answer.purchase });
      invoice.renew();
      return true;
    } catch (thrown) {
      if (mine !== sent.current) return false;
      refused(thrown);
      return false;
    } finally {
      clearTimeout(patience);
      if (mine === sent.current) isUnderWay.current = false;
    }
  }

  function refused(thrown: unknown) {
    if (thrown instanceof NothingSent) {
      settle({ step: 'failed', message: thrown.failure.message, detail: '' });
      return onNothingSent(thrown.failure);
    }
    const failure = failureOf(thrown);
    const next = afterFailure(failure);
    settle(next);
    if (next.step !== 'failed') return;
    invoice.renew();
    onRefused(failure);
  }

  async function look() {
    const invoiceId = loadAttempt();
    if (invoiceId === null) return setAttempt(idle);
    const [before, asking] = [attempt, sent.current];
    setAttempt(looking);
    try {
      const next = afterLook(before, await call(checkStatus, { body: { invoice_id: invoiceId } }));
      if (asking !== sent.current) return;
      // From here on a late answer of the abandoned request is ignored.
      if (next.step !== 'unknown') giveUp();
      settle(next);
      // @NOTE the number is reused: if the first request is only late, the server recognises the same order.
      if (next.step === 'failed') invoice.keep(invoiceId);
      else if (next.step === 'paid') invoice.renew();
    } catch (thrown) {
      setAttempt(afterLookFailed(before, failureOf(thrown)));
    }
  }

  function giveUp() {
    sent.current += 1;
    isUnderWay.current = false;
  }

  // After a reload during an attempt, the outcome is queried first.
  const lookOnArrival = useEffectEvent(() => {
    if (loadAttempt() !== null) void look();
  });
  useEffect(() => lookOnArrival(), []);

  return { attempt, pay, look, close: () => setAttempt(idle) };
}

/** The invoice number could not be fetched or the card has no token, so no order was sent. */
class NothingSent extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

function nothingSent(thrown: unknown): never {
  throw new NothingSent(failureOf(thrown));
}

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

/** An order as it is sent, but for its number. */
export type ToPay =
  | { own: false; body: (invoiceId: number) => OrderBody }
  | { own: true; body: (invoiceId: number) => OwnVialsBody };

/**
 * One attempt to pay at a time: it is sent once, its number is kept until its outcome is known, and what is not known is
 * asked for and never sent again.
 */
export function useAttempt(onRefused: (failure: Failure) => void) {
  const [attempt, setAttempt] = useState<Attempt>(() => (loadAttempt() === null ? idle : looking(idle)));
  const invoice = useInvoice();
  // Whose answer counts: not one that was given up, and not one of a screen that was left.
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

  /** True where it was paid. */
  async function pay(order: ToPay): Promise<boolean> {
    if (attempt.step !== 'idle' || isUnderWay.current) return false;
    isUnderWay.current = true;
    setAttempt({ step: 'paying' });
    sent.current += 1;
    const mine = sent.current;
    // Whoever waits this long is told what is known. The answer still counts if it comes.
    const patience = setTimeout(() => sent.current === mine && setAttempt(lost), PAYMENT_PATIENCE_MS);
    try {
      const invoiceId = await invoice.number().catch(nothingSent);
      saveAttempt(invoiceId);
      const answer = order.own
        ? await call(checkOutOwnVials, { body: order.body(invoiceId) })
        : await call(checkOut, { body: order.body(invoiceId) });
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
    if (thrown instanceof NothingSent) return settle({ step: 'failed', message: thrown.message, detail: '' });
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
      // From here on an answer that was given up for lost changes nothing.
      if (next.step !== 'unknown') giveUp();
      settle(next);
      // @NOTE the number stays: should the first request be late and not lost, it meets the same order.
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

  // After a reload in the middle the outcome is asked for first.
  const lookOnArrival = useEffectEvent(() => {
    if (loadAttempt() !== null) void look();
  });
  useEffect(() => lookOnArrival(), []);

  return { attempt, pay, look, close: () => setAttempt(idle) };
}

/** The number could not be fetched, so no order has left. */
class NothingSent extends Error {}

function nothingSent(thrown: unknown): never {
  throw new NothingSent(failureOf(thrown).message);
}

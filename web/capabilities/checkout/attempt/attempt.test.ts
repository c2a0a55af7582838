import { checkOut } from '@vialkeep/contract/checkout.ts';
import { expect, test } from 'vitest';
import { NetworkFailure, Refused } from '../../../kernel/api/failure.ts';
import { afterFailure, afterLook, afterLookFailed, idle, looking, lost } from './attempt.ts';

type Reason = keyof typeof checkOut.refusals;

const refused = (reason: Reason, error_message = '') =>
  new Refused({ ...checkOut.refusals[reason], reason, error_message });
const unknown = expect.objectContaining({ step: 'unknown' });

test('F106 a declined card is a definite failure with the provider’s message', () => {
  expect(afterFailure(refused('declined', 'Insufficient funds.'))).toEqual({
    step: 'failed',
    message: 'The payment was declined.',
    detail: 'Insufficient funds.',
  });
});

test('F106 a refusal before the charge and an unreachable provider are definite failures', () => {
  const certain: Reason[] = [
    'amount_mismatch',
    'coupon_not_valid',
    'email_in_use',
    'vials_short',
    'invoice_used',
    'provider_unavailable',
  ];
  for (const reason of certain) expect(afterFailure(refused(reason)), reason).toMatchObject({ step: 'failed' });
});

test('F106 an attempt with an unknown outcome blocks further payments', () => {
  expect(afterFailure(new NetworkFailure())).toEqual(unknown);
  expect(afterFailure(refused('outcome_unknown'))).toEqual(unknown);
  expect(afterFailure(refused('in_progress'))).toEqual(unknown);
  // A proxy error, or an answer that cannot be parsed.
  expect(afterFailure(new Refused({ status: 504, reason: 'unavailable', message: '' }))).toEqual(unknown);
  expect(afterFailure(new Refused({ status: 500, reason: 'unexpected', message: '' }))).toEqual(unknown);
});

test('F106 a payment under review is not a failure', () => {
  expect(afterFailure(refused('held_for_review'))).toMatchObject({ step: 'held' });
});

test('F106 a status request ends in paid, not charged, under review, or still unknown', () => {
  const answer = { message: 'told', purchase: null };
  const asked = looking(lost);
  expect(afterLook(asked, { ...answer, state: 'not_charged' })).toEqual({
    step: 'failed',
    message: 'told',
    detail: '',
  });
  expect(afterLook(asked, { ...answer, state: 'held' })).toEqual({ step: 'held', message: 'told' });
  const still = afterLook(asked, { ...answer, state: 'unknown' });
  expect(still).toMatchObject({ step: 'unknown', isLooking: false, looks: 1 });
  expect(afterLook(looking(still), { ...answer, state: 'unknown' })).toMatchObject({ looks: 2 });
});

test('F106 a lost status request leaves the outcome unknown', () => {
  const { message } = new NetworkFailure();
  expect(afterLookFailed(looking(idle), new NetworkFailure())).toEqual({ ...lost, trouble: message });
});

import type { checkStatus, Purchase } from '@vialkeep/contract/checkout.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { type Failure, Refused } from '../../../kernel/api/failure.ts';

/** The state of a payment attempt. The user can pay only in `idle`. */
export type Attempt =
  | { step: 'idle' }
  | { step: 'paying' }
  | { step: 'paid'; message: string; purchase: Purchase }
  /** The attempt definitely failed; nothing was charged. */
  | { step: 'failed'; message: string; detail: string }
  /** The payment provider reviews the charge; paying again is blocked. */
  | { step: 'held'; message: string }
  /** It is unknown whether the card was charged. `looks` counts the status requests without a result. */
  | { step: 'unknown'; isLooking: boolean; looks: number; trouble: string };

export const idle: Attempt = { step: 'idle' };

/** The state after a failed request. If the failure is ambiguous, the card may have been charged. */
export function afterFailure(failure: Failure): Attempt {
  if (!(failure instanceof Refused)) return lost;
  const { status, reason, message } = failure;
  if (reason === 'held_for_review') return { step: 'held', message };
  const isCertain =
    (status < 500 && reason !== 'in_progress') || reason === 'provider_unavailable' || reason === 'busy';
  return isCertain ? { step: 'failed', message, detail: failure.errorMessage } : lost;
}

/** The answer was lost or has not arrived yet. */
export const lost: Attempt = { step: 'unknown', isLooking: false, looks: 0, trouble: '' };

export function looking(attempt: Attempt): Attempt {
  return { step: 'unknown', isLooking: true, looks: attempt.step === 'unknown' ? attempt.looks : 0, trouble: '' };
}

/** The state after a status request. */
export function afterLook(before: Attempt, { state, message, purchase }: Answer<typeof checkStatus>): Attempt {
  if (state === 'charged' && purchase) return { step: 'paid', message, purchase };
  if (state === 'held') return { step: 'held', message };
  if (state === 'not_charged') return { step: 'failed', message, detail: '' };
  return { step: 'unknown', isLooking: false, looks: looksOf(before) + 1, trouble: '' };
}

/** The status request failed too. */
export function afterLookFailed(before: Attempt, failure: Failure): Attempt {
  return { step: 'unknown', isLooking: false, looks: looksOf(before), trouble: failure.message };
}

function looksOf(attempt: Attempt): number {
  return attempt.step === 'unknown' ? attempt.looks : 0;
}

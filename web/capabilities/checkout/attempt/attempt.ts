import type { checkStatus, Purchase } from '@vialkeep/contract/checkout.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { type Failure, Refused } from '../../../kernel/api/failure.ts';

/** Where an attempt to pay stands. Only `idle` lets somebody press the button. */
export type Attempt =
  | { step: 'idle' }
  | { step: 'paying' }
  | { step: 'paid'; message: string; purchase: Purchase }
  /** It came to nothing, and that is certain. */
  | { step: 'failed'; message: string; detail: string }
  /** The payment provider looks at it; nobody may pay again. */
  | { step: 'held'; message: string }
  /** Whether money was taken is not known. `looks` counts how often that was asked in vain. */
  | { step: 'unknown'; isLooking: boolean; looks: number; trouble: string };

export const idle: Attempt = { step: 'idle' };

/** What an attempt without a success has come to. In doubt the card may have been charged. */
export function afterFailure(failure: Failure): Attempt {
  if (!(failure instanceof Refused)) return lost;
  const { status, reason, message } = failure;
  if (reason === 'held_for_review') return { step: 'held', message };
  const isCertain = (status < 500 && reason !== 'in_progress') || reason === 'provider_unavailable';
  return isCertain ? { step: 'failed', message, detail: failure.errorMessage } : lost;
}

/** The answer got lost on its way, or there was none yet. */
export const lost: Attempt = { step: 'unknown', isLooking: false, looks: 0, trouble: '' };

export function looking(attempt: Attempt): Attempt {
  return { step: 'unknown', isLooking: true, looks: attempt.step === 'unknown' ? attempt.looks : 0, trouble: '' };
}

/** What asking for its status has brought. */
export function afterLook(before: Attempt, { state, message, purchase }: Answer<typeof checkStatus>): Attempt {
  if (state === 'charged' && purchase) return { step: 'paid', message, purchase };
  if (state === 'held') return { step: 'held', message };
  if (state === 'not_charged') return { step: 'failed', message, detail: '' };
  return { step: 'unknown', isLooking: false, looks: looksOf(before) + 1, trouble: '' };
}

/** Asking failed as well. */
export function afterLookFailed(before: Attempt, failure: Failure): Attempt {
  return { step: 'unknown', isLooking: false, looks: looksOf(before), trouble: failure.message };
}

function looksOf(attempt: Attempt): number {
  return attempt.step === 'unknown' ? attempt.looks : 0;
}

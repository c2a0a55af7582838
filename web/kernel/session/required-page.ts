import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import type { currentSession } from '@vialkeep/contract/session.ts';
import * as addresses from '../navigation/addresses.ts';

type Demands = Pick<
  Answer<typeof currentSession>,
  'must_change_password' | 'second_factor_due_at' | 'must_verify_email'
>;

/**
 * The page that the user must finish before any other, in the order in which the server asks; null where there is none
 * (S-13).
 */
export function requiredPage(session: Demands, now = Date.now()) {
  if (session.must_change_password) return addresses.password;
  if (isSecondFactorOverdue(session, now)) return addresses.secondFactor;
  return session.must_verify_email ? addresses.emailNotConfirmed : null;
}

/** The days, rounded up, until a missing second factor is due; 0 or less where it is. */
export function daysUntil(due: string, now = Date.now()): number {
  return Math.ceil((Date.parse(due) - now) / DAY_MS);
}

const DAY_MS = 86_400_000;

function isSecondFactorOverdue({ second_factor_due_at: due }: Demands, now: number): boolean {
  return due !== null && Date.parse(due) <= now;
}

import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { Refusal } from '../../kernel/http/refuse.ts';
import type { Limit } from '../../kernel/rate-limits.ts';
import { passwordMatches } from '../../kernel/secrets/passwords.ts';
import type { Services } from '../../kernel/services.ts';

/** A wrong PIN counts for its operator, wherever it was typed. */
const WRONG_PINS: Limit = { bucket: 'bench-pin', most: 5, minutes: 15 };
/** The first refusal of a window is audited, later ones of it are not. */
const PIN_BLOCKS: Limit = { bucket: 'bench-pin-block', most: 1, minutes: 15 };

type Attempt = {
  readonly services: Services;
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
  /** Where a wrong try is audited, and by which key it counts. */
  readonly about: { readonly subject: 'operator' | 'user'; readonly id: number; readonly domainId: number };
};

/**
 * Compares a PIN or a password with its hash. The try counts before it is compared, so that simultaneous guesses are
 * limited too, and is taken back where it was right. After five wrong ones in 15 minutes it answers 429.
 */
export async function checkSecret(
  { services, write, about }: Attempt,
  hash: string | null,
  typed: string,
): Promise<boolean> {
  const { limits } = services;
  const key = `${about.subject}:${about.id}`;
  const record = (action: string) =>
    write((work) => audit(work, { domainId: about.domainId, action, subject: about.subject, subjectId: about.id }));
  try {
    await limits.count(WRONG_PINS, key);
  } catch (error) {
    if (error instanceof Refusal && (await limits.isWithin(PIN_BLOCKS, key))) await record('bench.pin_blocked');
    throw error;
  }
  const isRight = await passwordMatches(hash, typed);
  if (isRight) await limits.refund([{ limit: WRONG_PINS, subject: key }]);
  else await record('bench.wrong_pin');
  return isRight;
}

import { type CommonReason, commonRefusals, type DeclaredRefusal } from '@vialkeep/contract/kernel/refusal.ts';
import type { ReasonOf, Route } from '@vialkeep/contract/kernel/route.ts';

type Details = {
  /** Instead of the declared words, where they must carry a number or a name. */
  message?: string;
  /** What a party outside said. */
  errorMessage?: string;
  /** Which input it is about, by the name it has on the wire. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
};

/** An expected "no". Anything else that is thrown is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: string;
  readonly status: number;
  readonly errorMessage: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: string, declared: DeclaredRefusal, details: Details = {}) {
    super(details.message ?? declared.message);
    this.reason = reason;
    this.status = declared.status;
    this.errorMessage = details.errorMessage;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A refusal the kernel or any route may give. */
export function refuse(reason: CommonReason, details?: Details): Refusal {
  return new Refusal(reason, commonRefusals[reason], details);
}

/** A refusal the route itself declares; another word does not compile. */
export function refuseBy<R extends Route>(route: R, reason: ReasonOf<R>, details?: Details): Refusal {
  const declared = route.refusals[reason];
  if (!declared) throw new Error(`${route.path} declares no refusal ${reason}.`);
  return new Refusal(reason, declared, details);
}

/** The row, or the answer that tells nobody whether it exists. */
export function orNotFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw refuse('not_found');
  return row;
}

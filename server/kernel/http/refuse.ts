import { type CommonReason, commonRefusals, type DeclaredRefusal } from '@vialkeep/contract/kernel/refusal.ts';
import type { ReasonOf, Route } from '@vialkeep/contract/kernel/route.ts';

type Details = {
  /** Replaces the declared message when it must contain a number or a name. */
  message?: string;
  /** The message of an external system. */
  errorMessage?: string;
  /** Messages by the name of the input field on the wire. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
};

/** An expected "no". Any other error is a bug. */
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

/** A refusal that the kernel or any route can give. */
export function refuse(reason: CommonReason, details?: Details): Refusal {
  return new Refusal(reason, commonRefusals[reason], details);
}

/** A refusal that the route declares; any other reason does not compile. */
export function refuseBy<R extends Route>(route: R, reason: ReasonOf<R>, details?: Details): Refusal {
  const declared = route.refusals[reason];
  if (!declared) throw new Error(`${route.path} declares no refusal ${reason}.`);
  return new Refusal(reason, declared, details);
}

/** The row, or a 404 that does not reveal whether the record exists. */
export function orNotFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw refuse('not_found');
  return row;
}

import {
  type CommonReason,
  commonRefusals,
  type DeclaredRefusal,
  type ProofMethod,
} from '@vialkeep/contract/kernel/refusal.ts';
import type { ReasonOf, Route } from '@vialkeep/contract/kernel/route.ts';

type Details = {
  /** Replaces the declared message when it must contain a number or a name. */
  message?: string;
  /** The message of an external system. */
  errorMessage?: string;
  /** The input fields by their names on the wire: a list puts the refusal's message at each, a record its own ones. */
  fields?: readonly string[] | Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
  /** The ways to prove one's identity again. */
  methods?: readonly ProofMethod[];
};

/** An expected "no". Any other error is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: string;
  readonly status: number;
  readonly errorMessage: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly methods: readonly ProofMethod[] | undefined;

  constructor(reason: string, declared: DeclaredRefusal, details: Details = {}) {
    super(details.message ?? declared.message);
    this.reason = reason;
    this.status = declared.status;
    this.errorMessage = details.errorMessage;
    this.fields = messagesByField(details.fields, this.message);
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.methods = details.methods;
  }
}

function messagesByField(fields: Details['fields'], message: string): Record<string, string> | undefined {
  return isList(fields) ? Object.fromEntries(fields.map((field) => [field, message])) : fields;
}

// @NOTE Array.isArray does not narrow a readonly array.
function isList(fields: Details['fields']): fields is readonly string[] {
  return Array.isArray(fields);
}

/** A refusal that the kernel or any route can give. */
export function refuse(reason: CommonReason, details?: Details): Refusal {
  return new Refusal(reason, commonRefusals[reason], details);
}

/** The client disconnected before its answer: nothing reads this refusal, and it is no error of the server. */
export function clientDisconnected(): Refusal {
  return refuse('invalid_input', { message: 'The request could not be read.' });
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

import { commonRefusals, type RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';

type RefusedAnswer = Pick<RefusalAnswer, 'reason' | 'message' | 'fields' | 'error_message'> & { status: number };

/** The server answered, and the answer is no. */
export class Refused extends Error {
  readonly status: number;
  readonly reason: string;
  /** What is wrong with which field, by the field's name on the wire. */
  readonly fields: Readonly<Record<string, string>>;
  /** The words of a party outside, such as the card payment provider; '' where there are none. */
  readonly errorMessage: string;

  constructor(answer: RefusedAnswer) {
    super(answer.message);
    this.name = 'Refused';
    this.status = answer.status;
    this.reason = answer.reason;
    this.fields = answer.fields ?? {};
    this.errorMessage = answer.error_message ?? '';
  }
}

/** No answer came. Whether the server did what was asked is not known. */
export class NetworkFailure extends Error {
  readonly fields: Readonly<Record<string, string>> = {};

  constructor() {
    super('The service cannot be reached. Check your connection and try again.');
    this.name = 'Unreachable';
  }
}

export type Failure = Refused | NetworkFailure;

/** Anything thrown, as something that may be shown. What is neither a refusal nor a lost connection is our own fault. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Refused || thrown instanceof NetworkFailure) return thrown;
  reportError(thrown);
  return new Refused({ status: 500, reason: 'unexpected', message: commonRefusals.unexpected.message });
}

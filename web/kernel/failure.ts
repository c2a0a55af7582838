import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';

/** The server answered, and the answer is no. */
export class Refused extends Error {
  readonly status: number;
  readonly reason: string;
  /** What is wrong with which field, by the field's name on the wire. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(answer: { status: number; reason: string; message: string; fields?: Readonly<Record<string, string>> }) {
    super(answer.message);
    this.name = 'Refused';
    this.status = answer.status;
    this.reason = answer.reason;
    this.fields = answer.fields ?? {};
  }
}

/** No answer came. Whether the server did what was asked is not known. */
export class Unreachable extends Error {
  readonly fields: Readonly<Record<string, string>> = {};

  constructor() {
    super('The service cannot be reached. Check your connection and try again.');
    this.name = 'Unreachable';
  }
}

export type Failure = Refused | Unreachable;

/** Anything thrown, as something that may be shown. What is neither a refusal nor a lost connection is our own fault. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Refused || thrown instanceof Unreachable) return thrown;
  reportError(thrown);
  return new Refused({ status: 500, reason: 'unexpected', message: commonRefusals.unexpected.message });
}

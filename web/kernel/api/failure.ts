import { commonRefusals, type ProofMethod, type RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';

type RefusedAnswer = Pick<RefusalAnswer, 'reason' | 'message' | 'fields' | 'error_message'> & {
  status: number;
  methods?: readonly ProofMethod[];
};

/** The server refused the call. */
export class Refused extends Error {
  readonly status: number;
  readonly reason: string;
  /** Errors by wire field name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The message of an external party, such as the payment provider; '' if there is none. */
  readonly errorMessage: string;
  /** The ways to prove one's identity again, where the server asks for it. */
  readonly methods: readonly ProofMethod[];

  constructor(answer: RefusedAnswer) {
    super(answer.message);
    this.name = 'Refused';
    this.status = answer.status;
    this.reason = answer.reason;
    this.fields = answer.fields ?? {};
    this.errorMessage = answer.error_message ?? '';
    this.methods = answer.methods ?? [];
  }
}

/** No answer arrived. It is unknown whether the server executed the call. */
export class NetworkFailure extends Error {
  readonly fields: Readonly<Record<string, string>> = {};

  constructor() {
    super('The service cannot be reached. Check your connection and try again.');
    this.name = 'Unreachable';
  }
}

export type Failure = Refused | NetworkFailure;

/** Turns any thrown value into a displayable failure. Anything except a refusal or a lost connection is a bug. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof Refused || thrown instanceof NetworkFailure) return thrown;
  reportError(thrown);
  return new Refused({ status: 500, reason: 'unexpected', message: commonRefusals.unexpected.message });
}

import { type Failure, Refused } from '../../../kernel/api/failure.ts';

/** The fields that these refusals are about, by reason. */
const fieldOf: Readonly<Record<string, string>> = {
  wrong_code: 'code',
  wrong_mail_code: 'mail_code',
  mail_code_required: 'mail_code',
};

/** The same refusal with its message at the field of the code that was wrong. */
export function refusalAtCode(failure: Failure | null): Failure | null {
  const name = failure instanceof Refused ? fieldOf[failure.reason] : undefined;
  if (!(failure instanceof Refused) || name === undefined) return failure;
  const { status, reason, message } = failure;
  return new Refused({ status, reason, message, fields: { [name]: message } });
}

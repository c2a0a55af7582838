import { hasEmail, noEmail } from '@vialkeep/contract/kernel/no-email.ts';
import { Refusal } from '../http/refuse.ts';

/** Requires that letters can reach the person, before what they must receive by one. The route declares the refusal. */
export function requireEmail(address: string, field: string): void {
  if (!hasEmail(address)) throw new Refusal('no_email', noEmail.no_email, { fields: [field] });
}

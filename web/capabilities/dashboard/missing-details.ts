import type { SessionUser } from '@vialkeep/contract/session.ts';

const details = [
  ['phone_number', 'phone number'],
  ['address1', 'address'],
  ['city', 'city'],
  ['state_desc', 'state'],
  ['country_desc', 'country'],
] as const;

/** The contact details that the user has not entered yet. */
export function missingDetails(user: SessionUser): string[] {
  return details.filter(([field]) => user[field] === '').map(([, name]) => name);
}

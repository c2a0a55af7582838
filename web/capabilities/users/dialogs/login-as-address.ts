import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import type { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';

/** The user's site with the three documented parameters (F025). */
export function loginAsAddress(answer: Answer<typeof generateLoginAsUserToken>): URL {
  const address = new URL('/', answer.domain.url);
  address.searchParams.set('login-as-user', 'true');
  address.searchParams.set('user-id', String(answer.user_id));
  address.searchParams.set('token', answer.token);
  return address;
}

import type { Page } from 'playwright-core';
import { actingStrip } from '../page/portal.ts';
import type { LoggedIn, Person } from './person.ts';
import { isStrict } from './second-factor.ts';

/** The documented policy asks for none. */
const REASON = isStrict ? 'A journey needs it' : '';

/** Asks for a single-use code as the users list does; returns the address that opens the user's account with it. */
export async function loginAsAddress({ context, token }: LoggedIn, user_id: number, reason = REASON): Promise<string> {
  const answer = await context.request.post('/api/admin/users/generate-login-as-user-token/', {
    data: { user_id, reason },
    headers: { authorization: `token ${token}` },
  });
  if (!answer.ok()) throw new Error(`No account was opened: ${answer.status()} ${await answer.text()}`);
  // @NOTE the response of a successful call.
  const { token: code, domain } = (await answer.json()) as { token: string; domain: { url: string } };
  const address = new URL('/', domain.url);
  const query = { 'login-as-user': 'true', 'user-id': String(user_id), token: code };
  address.search = new URLSearchParams(query).toString();
  return address.href;
}

/** Leaves the opened account. What the page was still reading in it is refused, which the return must survive. */
export async function goBackAsSuperAdmin({ expectsRefusal }: Person, page: Page): Promise<void> {
  expectsRefusal(401, '/api/v1/*');
  await actingStrip(page).getByRole('button', { name: 'Go back as Super Admin' }).click();
}

import { getJson, postJson } from './calls.ts';
import { letterTo } from './emails.ts';
import { baseUrl, openSession } from './person.ts';
import { isStrict } from './second-factor.ts';

/** Does what the strict policy asks of a new account: its owner confirms the address, and an administrator reviews it. */
export async function admitSignUp(email: string): Promise<void> {
  if (!isStrict) return;
  const { text } = await letterTo(email, 'onfirm');
  const key = /\/email-confirm\?key=([\w-]+)/.exec(text)?.[1];
  await requireDone(postJson(`${baseUrl()}/api/v1/identity/email/confirm/`, { key }));
  const { token } = await openSession('super');
  const listed = await getJson(`${baseUrl()}/api/admin/users/?search=${encodeURIComponent(email)}`, token);
  // @NOTE the response of this call.
  const [account] = (listed.body as { results: { id: number }[] }).results;
  await requireDone(postJson(`${baseUrl()}/api/admin/users/${account?.id}/review/`, {}, token));
}

async function requireDone(call: ReturnType<typeof postJson>): Promise<void> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`A new account was not admitted: ${status} ${JSON.stringify(body)}`);
}

import type { NewUser } from '@vialkeep/contract/users.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { postJson } from './calls.ts';
import { letterTo } from './emails.ts';
import { baseUrl, openSession } from './person.ts';

let made = 0;

/** Returns a word that no other journey uses, also when a journey is retried. */
export function unique(word: string): string {
  made += 1;
  return `${word}${process.pid}x${Date.now().toString(36)}x${made}`;
}

export type Made = { id: number; email: string; name: string };

/** The password that an administrator sets first; the user then chooses another. */
export const TYPED_PASSWORD = 'Typed-by-an-admin-1';

/**
 * Creates a user with the demo password, with the calls of the wizard, so that journeys that change users leave the
 * demo users unchanged.
 */
export async function newUser(subscription: NewUser['subscription'], about: Partial<NewUser> = {}): Promise<Made> {
  const user = await invitedUser(subscription, about);
  await acceptInvitation(user.email);
  return user;
}

/** Creates a user who has not followed the invitation link yet. */
export async function invitedUser(subscription: NewUser['subscription'], about: Partial<NewUser> = {}): Promise<Made> {
  const { token } = await openSession('super');
  const word = unique('u');
  const email = `${word}@people.test`;
  const { status, body } = await postJson(
    `${baseUrl()}/api/v1/users/add-user/`,
    {
      subscription,
      domain: 1,
      first_name: 'Nell',
      last_name: word,
      email,
      password: TYPED_PASSWORD,
      company: `Clinic ${word}`,
      phone_number: '+1 555 0190',
      ...about,
    },
    token,
  );
  if (status !== 200) throw new Error(`A user could not be made: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response of a successful call.
  const { id } = body as { id: number };
  return { id, email: about.email ?? email, name: `${about.first_name ?? 'Nell'} ${about.last_name ?? word}` };
}

/** Follows the invitation link, chooses the password and ends the session that this opens. */
export async function acceptInvitation(email: string, password = DEMO_PASSWORD): Promise<void> {
  const [, site, key] = /(http\S+)\/invitation\?key=([\w-]+)/.exec((await letterTo(email, 'account')).text) ?? [];
  const { status, body } = await postJson(`${site}/api/v1/invitations/accept/`, { key, password });
  if (status !== 200) throw new Error(`${email} cannot accept the invitation: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response of an accepted invitation.
  await postJson(`${site}/api/v1/users/logout/`, {}, (body as { token: string }).token);
}

/** Returns the answer of the login call. */
export async function logsIn(email: string, password: string): Promise<{ status: number; message: string }> {
  const { status, body } = await postJson(`${baseUrl()}/api/admin/login/`, { email, password });
  // @NOTE every response of this call has a message.
  return { status, message: (body as { message: string }).message };
}

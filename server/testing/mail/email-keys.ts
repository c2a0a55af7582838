import { acceptInvitation } from '@vialkeep/contract/identity.ts';
import { changePassword } from '@vialkeep/contract/profile.ts';
import { login } from '@vialkeep/contract/session.ts';
import { anonymousCaller, type World } from '../world.ts';

/** The newest email to this address with these words, after the jobs that write emails have run. */
export async function letterTo(world: World, email: string, words = ''): Promise<string> {
  const letter = (await world.letters()).find(
    ({ recipient, text_body, subject }) => recipient === email && `${subject}\n${text_body}`.includes(words),
  );
  if (!letter) throw new Error(`There is no letter to ${email} with '${words}'.`);
  return letter.text_body;
}

/** The key in an email's link to this page. */
export async function keyTo(world: World, email: string, page: '/invitation' | '/not-me'): Promise<string> {
  const text = await letterTo(world, email, `${page}?key=`);
  const key = text.split(`${page}?key=`)[1]?.match(/^[\w-]+/)?.[0];
  if (!key) throw new Error(`The letter to ${email} has no link to ${page}.`);
  return key;
}

/** The person accepts the emailed invitation. */
export async function acceptInvited(world: World, email: string, password: string, host = 'localhost') {
  const key = await keyTo(world, email, '/invitation');
  const opened = await world.call({ ...anonymousCaller, host }, acceptInvitation, { body: { key, password } });
  return { token: opened.token, host, user: opened.user };
}

/** The person logs in with the password that an administrator typed, and chooses a new one. */
export async function chooseOwn(world: World, email: string, typed: string, own: string, host = 'localhost') {
  const opened = await world.call({ ...anonymousCaller, host }, login, { body: { email, password: typed } });
  const caller = { token: opened.token, host, user: opened.user };
  const body = { password_current: typed, password_new: own, password_confirmation: own };
  await world.call(caller, changePassword, { body });
  return caller;
}

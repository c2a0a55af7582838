import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { issueKey } from '../../kernel/secrets/account-keys.ts';
import { beginHold } from '../../kernel/session/holds.ts';
import { addressToWarn } from './address-to-warn.ts';

/** How long a password that an administrator typed opens an existing account, and a new one. */
const TYPED_PASSWORD_HOURS = 72;
export const FIRST_PASSWORD_HOURS = 168;

/** How long the link 'This was not me' in the email works. */
export const NOT_ME_HOURS = 168;

export type Account = { readonly id: number; readonly email: string; readonly domain_id: number };

/** The columns for a password that the caller typed: it opens the account until its owner chooses another. */
export function temporaryPassword({ cause }: Work, password_hash: string, hours = TYPED_PASSWORD_HOURS) {
  if (cause.actorId === null) throw new Error('A temporary password has no user who set it.');
  return {
    password_hash,
    must_change_password: true,
    password_set_by: cause.actorId,
    password_until: sql<Date>`now() + make_interval(hours => ${hours})`,
  };
}

/** Blocks signing after an administrator typed a user's password, until the user confirms, and emails the user. */
export async function holdTypedPassword(work: Work, account: Account, home: Domain): Promise<void> {
  await beginHold(work, { userId: account.id, domainId: account.domain_id, why: 'password_set_by_other' });
  const warned = await addressToWarn(work.db, account);
  const button = await notMeButton(work, account, home);
  const letter = passwordLetter(home);
  const paragraphs = [...letter.paragraphs, OBJECTION];
  const to = { userId: account.id, email: warned };
  await queueEmail(work, { ...letter, paragraphs, to, button, secretHours: NOT_ME_HOURS });
  // The address on record gets the email without the link to object, because an administrator set it.
  if (warned !== account.email) await queueEmail(work, { ...letter, to: { userId: account.id, email: account.email } });
}

const OBJECTION =
  'If you did not ask for this, tell us. The new password then ends at once, all who are logged in to your account are logged out, and you get a password that only you know.';

function passwordLetter(home: Domain) {
  return {
    from: home,
    kind: 'password-set',
    subject: `A new password was set for your ${home.product} account`,
    heading: 'A new password was set',
    paragraphs: [
      `An administrator of ${home.brand} set a new password for your account. It works for ${TYPED_PASSWORD_HOURS} hours. The first time you log in with it, you choose one of your own.`,
      'Before you sign a document, you are asked for a code that we send to your e-mail address.',
    ],
  };
}

export async function notMeButton(work: Work, account: Account, site: Domain) {
  const key = await issueKey(work, {
    purpose: 'not_me',
    userId: account.id,
    domainId: account.domain_id,
    siteId: site.id,
    hours: NOT_ME_HOURS,
  });
  return { label: 'This was not me', url: `${site.url}/not-me?key=${key}` };
}

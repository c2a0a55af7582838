import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';

/** What changed about the second factors of an account. */
export type FactorChange =
  | 'passkey added'
  | 'app added'
  | 'passkey removed'
  | 'app removed'
  | 'codes renewed'
  | 'code used'
  | 'too many wrong codes'
  | 'too many wrong codes today';

const words: Readonly<Record<FactorChange, { heading: string; says: string }>> = {
  'passkey added': { heading: 'A passkey was added', says: 'A passkey was added to your account.' },
  'app added': {
    heading: 'An authenticator app was set up',
    says: 'An authenticator app was set up for your account.',
  },
  'passkey removed': { heading: 'A passkey was removed', says: 'A passkey was removed from your account.' },
  'app removed': {
    heading: 'Your authenticator app was removed',
    says: 'The authenticator app was removed from your account.',
  },
  'codes renewed': {
    heading: 'New recovery codes',
    says: 'Ten new recovery codes were made for your account. The old ones no longer work.',
  },
  'code used': {
    heading: 'A recovery code was used',
    says: 'A recovery code was used to confirm that it is you. It does not work again.',
  },
  'too many wrong codes': {
    heading: 'Too many wrong codes',
    says: 'The second step of the login to your account failed too often. It can be tried again in a few minutes. Who tries it may know your password.',
  },
  'too many wrong codes today': {
    heading: 'Too many wrong codes today',
    says: 'The second step of the login to your account failed too often today. It can be tried again tomorrow. Who tries it may know your password.',
  },
};

type EmailedPerson = { readonly id: number; readonly email: string };

/** Emails the account's owner about a change of their second factors. */
export async function sendFactorEmail(
  work: Work,
  account: EmailedPerson,
  home: Domain,
  change: FactorChange,
): Promise<void> {
  const { heading, says } = words[change];
  await queueEmail(work, {
    from: home,
    to: { userId: account.id, email: account.email },
    kind: 'factor-changed',
    subject: `${home.product}: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    heading,
    paragraphs: [
      says,
      `If this was not you, choose another password and look at “How you log in” in your settings, or write to ${home.supportEmail}.`,
    ],
    button: { label: 'Open your settings', url: `${home.url}/settings` },
  });
}

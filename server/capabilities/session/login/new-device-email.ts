import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import type { RequestFacts } from '../../../kernel/http/handle.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';

type DeviceOwner = { readonly id: number; readonly email: string };

/** Emails the account's owner about a login from a browser that has not logged in to the account before. */
export async function sendNewDeviceEmail(
  work: Work,
  account: DeviceOwner,
  home: Domain,
  { device, address }: Pick<RequestFacts, 'device' | 'address'>,
): Promise<void> {
  const now = new Date().toISOString();
  await queueEmail(work, {
    from: home,
    to: { userId: account.id, email: account.email },
    kind: 'new-device',
    subject: `${home.product}: a login from a new device`,
    heading: 'A login from a new device',
    paragraphs: [
      `Your account was opened on ${dayInWords(now)}, ${now.slice(11, 16)} UTC, from ${device}, network address ${address}.`,
      'If this was you, there is nothing to do. If not, choose another password and end the session in your settings, under “Where you are logged in”.',
    ],
    button: { label: 'See where you are logged in', url: `${home.url}/settings` },
  });
}

import { emailPages } from '@vialkeep/contract/email-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { issueKey } from '../../kernel/secrets/account-keys.ts';

const HOURS = 7 * 24;

type Account = { id: number; email: string; domain_id: number };

/** Asks the owner of an account's email to confirm it; the account works in the meantime. */
export async function askToConfirm(work: Work, home: Domain, account: Account): Promise<void> {
  const key = await issueKey(work, {
    purpose: 'email_confirm',
    userId: account.id,
    domainId: account.domain_id,
    siteId: home.id,
    hours: HOURS,
  });
  await queueEmail(work, {
    from: home,
    to: { userId: account.id, email: account.email },
    kind: 'email-confirm',
    subject: `Confirm your e-mail address for ${home.product}`,
    heading: 'Confirm your e-mail address',
    paragraphs: [
      `This is the e-mail address of a ${home.product} account. Please confirm within 7 days that it is yours.`,
      'If you know nothing of this account, ignore this letter.',
    ],
    button: { label: 'Confirm', url: `${home.url}${emailPages.confirm}?key=${key}` },
    secretHours: HOURS,
  });
}

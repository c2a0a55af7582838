import { emailPages } from '@vialkeep/contract/email-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { issueKey } from '../../kernel/secrets/account-keys.ts';

/** How long a change waits for the new address. */
export const WAITS_HOURS = 24;
/** How long after it was applied the old address can undo it. */
export const UNDO_HOURS = 72;

/** The values of a change that its emails need. */
export type Told = { id: number; user_id: number; domain_id: number; old_email: string; new_email: string };

const linkOf = (home: Domain, page: string, key: string) => `${home.url}${page}?key=${key}`;

export async function askNewAddress(work: Work, home: Domain, change: Told): Promise<void> {
  const key = await issueKey(work, { ...aboutChange(home, change), purpose: 'email_confirm', hours: WAITS_HOURS });
  await queueEmail(work, {
    from: home,
    to: { userId: change.user_id, email: change.new_email },
    kind: 'email-confirm',
    subject: `Confirm your e-mail address for ${home.product}`,
    heading: 'Confirm your e-mail address',
    paragraphs: [
      `A ${home.product} account is to use this e-mail address from now on.`,
      `Please confirm within ${WAITS_HOURS} hours that it is yours. If you did not ask for this, ignore this letter and nothing changes.`,
    ],
    button: { label: 'Confirm', url: linkOf(home, emailPages.confirm, key) },
    secretHours: WAITS_HOURS,
  });
}

/** Emails the address that is in force until the change is applied. */
export async function tellOldAddress(work: Work, home: Domain, change: Told, isApproved: boolean): Promise<void> {
  const about = aboutChange(home, change);
  const hours = WAITS_HOURS + UNDO_HOURS;
  const undo = await issueKey(work, { ...about, purpose: 'email_undo', hours, besideOlder: true });
  const approve = isApproved ? null : await issueKey(work, { ...about, purpose: 'email_approve', hours: WAITS_HOURS });
  await queueEmail(work, {
    from: home,
    to: { userId: change.user_id, email: change.old_email },
    kind: 'email-change',
    subject: `The e-mail address of your ${home.product} account is to change`,
    heading: 'Your e-mail address is to change',
    paragraphs: [
      `Your account is to use ${change.new_email} instead of this address.`,
      approve === null
        ? 'It changes as soon as the new address is confirmed.'
        : 'It changes when you approve it here and the new address is confirmed.',
      `If you did not ask for this, choose Undo. It works until ${UNDO_HOURS} hours after the change.`,
    ],
    buttons: [
      ...(approve === null ? [] : [{ label: 'Approve', url: linkOf(home, emailPages.approve, approve) }]),
      { label: 'Undo', url: linkOf(home, emailPages.undo, undo) },
    ],
    secretHours: hours,
  });
}

/**
 * Emails the old address after an administrator's change, which is already applied; it can still approve or undo it.
 */
export async function tellOldAddressOfAdministrator(work: Work, home: Domain, change: Told): Promise<void> {
  const about = { ...aboutChange(home, change), hours: UNDO_HOURS };
  const undo = await issueKey(work, { ...about, purpose: 'email_undo', besideOlder: true });
  const approve = await issueKey(work, { ...about, purpose: 'email_approve' });
  await queueEmail(work, {
    from: home,
    to: { userId: change.user_id, email: change.old_email },
    kind: 'email-changed',
    subject: `The e-mail address of your ${home.product} account was changed`,
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `An administrator changed the e-mail address of your account to ${change.new_email}.`,
      `Nothing can be signed with your account for ${UNDO_HOURS} hours, unless you approve the change.`,
      `If it is not right, choose Undo within ${UNDO_HOURS} hours: this address comes back and every session ends.`,
    ],
    buttons: [
      { label: 'Approve', url: linkOf(home, emailPages.approve, approve) },
      { label: 'Undo', url: linkOf(home, emailPages.undo, undo) },
    ],
    secretHours: UNDO_HOURS,
  });
}

type Holder = { id: number | null; email: string };

/** Emails the owner of an address that another account requested, without naming that account. */
export async function tellHolder(work: Work, home: Domain, holder: Holder): Promise<void> {
  await queueEmail(work, {
    from: home,
    to: { userId: holder.id, email: holder.email },
    kind: 'email-in-use',
    subject: 'Somebody tried to use your address',
    heading: 'Somebody tried to use your address',
    paragraphs: [
      'Another account asked to use this e-mail address. It stays yours, and nothing has changed.',
      `If it was you: this address has a ${home.product} account already. Log in with it, or choose “Forgot Password?” on the login page.`,
    ],
    button: { label: 'Log in', url: `${home.url}/` },
  });
}

function aboutChange(home: Domain, change: Told) {
  return { userId: change.user_id, domainId: change.domain_id, siteId: home.id, subjectId: change.id };
}

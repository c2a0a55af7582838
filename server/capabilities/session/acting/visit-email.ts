import { planNames } from '@vialkeep/contract/plans.ts';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { holdsAddress, letterName } from '../../../kernel/mail/email-name.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';

type Opened = { userId: number; actorId: number; reason: string | null; home: Domain };

/** Emails the account's owner who opened the account and why, and what the owner can do about it. */
export async function postVisitLetter(work: Work, { userId, actorId, reason, home }: Opened): Promise<void> {
  const person = await work.db
    .selectFrom('users')
    .select(['email', 'is_active'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const actor = await work.db
    .selectFrom('users')
    .select(['username', 'plan_id'])
    .where('id', '=', actorId)
    .executeTakeFirstOrThrow();
  const name = `${letterName(actor.username, home.brand)} (${planNames[actor.plan_id]})`;
  const date = new Date().toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await queueEmail(work, {
    from: home,
    to: { userId, email: person.email },
    kind: 'account-opened',
    subject: `${home.product}: your account was opened`,
    heading: 'Your account was opened',
    paragraphs: [
      `${name} opened your account on ${date}.${reasonInLetter(reason)}`,
      'Access ends by itself after one hour. ' +
        (person.is_active
          ? 'You can see it and end it in your settings, under “Where you are logged in”.'
          : 'Your account is inactive, so you cannot log in to it yourself.'),
      `If you did not expect this, write to ${home.supportEmail}.`,
    ],
    ...(person.is_active ? { button: { label: 'See where you are logged in', url: `${home.url}/settings` } } : {}),
  });
}

/** Removes web addresses from the reason, so that an administrator's text cannot become a link in an official email. */
function reasonInLetter(reason: string | null): string {
  if (reason === null) return '';
  return holdsAddress(reason) ? ' The reason is shown in your account.' : ` Reason: ${reason.replace(/\.+$/, '')}.`;
}

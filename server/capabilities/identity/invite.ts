import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { issueKey } from '../../kernel/secrets/account-keys.ts';
import { beginHold } from '../../kernel/session/holds.ts';
import { type Account, notMeButton } from './temporary-password.ts';

const DAYS = 7;
const HOURS = DAYS * 24;

export const INVITATION_LETTER = 'invitation';

export type Invited = {
  readonly account: Account;
  /** The account's own site, which sends the email. */
  readonly home: Domain;
  /** The site whose page the link opens, if it is not the account's own. */
  readonly site?: Domain;
};

/** Invites the owner of an account that another user created to choose the first password by a mailed link (S-16). */
export async function invite(work: Work, invited: Invited): Promise<void> {
  await queueInvitation(work, invited, []);
}

/** Invites after an administrator typed a first password: blocks signing, and the email says how to object. */
export async function inviteWithTypedPassword(work: Work, invited: Invited): Promise<void> {
  const { account, home, site = home } = invited;
  await beginHold(work, { userId: account.id, domainId: account.domain_id, why: 'password_set_by_other' });
  await queueInvitation(work, invited, [await notMeButton(work, account, site)]);
}

type Buttons = readonly { label: string; url: string }[];

async function queueInvitation(
  work: Work,
  { account, home, site = home }: Invited,
  objections: Buttons,
): Promise<void> {
  const key = await issueKey(work, {
    purpose: 'invitation',
    userId: account.id,
    domainId: account.domain_id,
    siteId: site.id,
    hours: HOURS,
  });
  await queueEmail(work, {
    from: home,
    to: { userId: account.id, email: account.email },
    kind: INVITATION_LETTER,
    subject: `Your ${home.product} account`,
    heading: 'Your account is ready',
    paragraphs: [
      `${home.brand} has made an account for this e-mail address. Choose a password of your own to open it. The link works once, within ${DAYS} days.`,
      'If it is too late for that, the same link offers to send you a new one.',
      ...(objections.length === 0
        ? []
        : [
            `An administrator of ${home.brand} typed a first password, which ends when you choose your own. If you did not expect this account, tell us.`,
          ]),
    ],
    buttons: [{ label: 'Choose a password', url: `${site.url}/invitation?key=${key}` }, ...objections],
    secretHours: HOURS,
  });
  await audit(work, {
    domainId: account.domain_id,
    action: 'identity.invite',
    subject: 'user',
    subjectId: account.id,
  });
}

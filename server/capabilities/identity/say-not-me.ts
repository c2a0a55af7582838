import { sayNotMe } from '@vialkeep/contract/identity.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { useKey } from '../../kernel/secrets/account-keys.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { findHold } from '../../kernel/session/holds.ts';
import { endPassword } from '../accounts/index.ts';
import { endOneTimePasswords, endSessions, issueOneTimePassword } from '../session/index.ts';
import { keysPerNetwork } from './key-limits.ts';
import { tellAdministrators } from './tell-administrators.ts';
import type { Account } from './temporary-password.ts';

/** The key proves that the caller is the owner: ends the password that an administrator set and every session. */
export const sayNotMeHandler = withRateLimit(
  handlePublic(sayNotMe, async ({ body, request, services: { store, domains } }) => {
    const next = await store.write('platform', actorlessContext(request), async (work) => {
      const key = await useKey(work, 'not_me', body.key, request.site.id);
      if (!key) throw refuseBy(sayNotMe, 'key_over');
      const home = await domains.ofId(key.domain_id);
      const person = await endCredentials(work, key.user_id);
      // No password is sent to an address that an administrator set, because it may be the administrator's.
      const hold = await findHold(work.db, person.id);
      const isAddressTheirs = hold?.why !== 'email_set_by_other';
      if (isAddressTheirs && person.is_active) await sendPassword(work, person, home);
      await tellAdministrators(work, person, home);
      await audit(work, {
        domainId: person.domain_id,
        action: 'identity.not_me',
        subject: 'user',
        subjectId: person.id,
        facts: { sent: isAddressTheirs && person.is_active },
      });
      return isAddressTheirs
        ? 'A password that works once is on its way to your e-mail address.'
        : `An administrator changed your e-mail address too: undo that by the other letter we sent you, or write to ${home.supportEmail}.`;
    });
    return { success: true as const, message: `Thank you. The password no longer works. ${next}` };
  }),
  keysPerNetwork,
);

async function endCredentials(work: Work, userId: number) {
  const person = await endPassword(work, userId);
  if (!person) throw refuseBy(sayNotMe, 'key_over');
  await endOneTimePasswords(work, userId);
  await endSessions(work, { userId }, 'the person objected to the password');
  return person;
}

async function sendPassword(work: Work, account: Account, home: Domain): Promise<void> {
  const code = await issueOneTimePassword(work, account);
  await queueEmail(work, {
    from: home,
    to: { userId: account.id, email: account.email },
    kind: 'one-time-password',
    subject: `Your new ${home.product} password`,
    heading: 'Your new password',
    paragraphs: [
      'You told us that a password was not set on your wish. It no longer works, and all who were logged in to your account have been logged out.',
      'Use this password once, within 60 minutes. You will then choose one of your own. If it is too late for that, choose “Forgot Password?” on the login page.',
    ],
    code,
    secretHours: 1,
    button: { label: 'Log in', url: `${home.url}/?redirect=password` },
  });
}

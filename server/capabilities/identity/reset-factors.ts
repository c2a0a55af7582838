import { resetFactors } from '@vialkeep/contract/factors.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { holdsAddress } from '../../kernel/mail/email-name.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { beginHold } from '../../kernel/session/holds.ts';
import { removeAllFactors } from '../factors/index.ts';
import { canImpersonate, visibleUser } from '../network/index.ts';
import { endSessions } from '../session/index.ts';
import { addressToWarn } from './address-to-warn.ts';
import type { Account } from './temporary-password.ts';

const HOLD_HOURS = 24;

/** The rule of impersonation decides whose factors an administrator can reset; 404 for others, whatever the reason. */
export const resetFactorsHandler = handle(resetFactors, async ({ actor, body, params, services, write }) =>
  write(async (work) => {
    const user = await visibleUser(work.db, actor, params.id);
    const target = { id: user.id, plan: user.plan_id, domainId: user.domain_id };
    const account = orNotFound(canImpersonate(actor, target) ? await findAccount(work, user.id) : null);
    const home = await services.domains.ofId(account.domain_id);
    const removed = await resetFactorsOf(work, account, home, body.reason);
    if (removed === 0) throw refuseBy(resetFactors, 'no_factor');
    return { success: true as const, message: 'The second factors have been removed.' };
  }),
);

/**
 * Removes the factors of a person who lost them all, and returns how many there were. In-person acts wait for a day,
 * because another person opened this way; all sessions end, because one of them may be a thief's.
 */
export async function resetFactorsOf(work: Work, account: Account, home: Domain, reason: string): Promise<number> {
  const removed = await removeAllFactors(work, account.id);
  if (removed === 0) return 0;
  await beginHold(work, {
    userId: account.id,
    domainId: account.domain_id,
    why: 'factors_reset_by_other',
    hours: HOLD_HOURS,
  });
  const ended = await endSessions(work, { userId: account.id, kinds: ['login'] }, 'factors reset');
  await audit(work, {
    domainId: account.domain_id,
    action: 'identity.reset_factors',
    subject: 'user',
    subjectId: account.id,
    facts: { removed, ended, reason },
  });
  await sendResetEmails(work, account, home, reason);
  return removed;
}

async function sendResetEmails(work: Work, account: Account, home: Domain, reason: string): Promise<void> {
  const warned = await addressToWarn(work.db, account);
  for (const email of new Set([warned, account.email])) {
    await queueEmail(work, {
      from: home,
      to: { userId: account.id, email },
      kind: 'factors-reset',
      subject: `Your ${home.product} second factors were removed`,
      heading: 'Your second factors were removed',
      paragraphs: [
        `An administrator of ${home.brand} removed the passkeys, the authenticator app and the recovery codes of your account. You log in with your password until you set up new ones.${describeReason(reason)}`,
        `For ${HOLD_HOURS} hours you confirm with a code from a letter before you sign a document or change how you log in.`,
        `If you did not ask for this, write to ${home.supportEmail} at once.`,
      ],
      button: { label: 'Open your settings', url: `${home.url}/settings` },
    });
  }
}

/** A reason with a web or e-mail address stays in the change log: a letter must not carry a link that a person typed. */
function describeReason(reason: string): string {
  return holdsAddress(reason) ? '' : ` Reason: ${reason.replace(/\.+$/, '')}.`;
}

async function findAccount({ db }: Work, id: number): Promise<Account | undefined> {
  return db.selectFrom('users').select(['id', 'email', 'domain_id']).where('id', '=', id).executeTakeFirst();
}

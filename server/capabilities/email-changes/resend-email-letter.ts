import { resendEmailLetter } from '@vialkeep/contract/email-changes.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { countStrangerLetter } from '../../kernel/mail/unrelated-recipients.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { askToConfirm } from './confirmation-email.ts';
import { findWaitingChange, lockAccount } from './email-changes.queries.ts';
import { SEND_CHANGE_LETTERS } from './send-change-emails.ts';

const LIMIT = { bucket: 'email-letters', most: 5, minutes: 60 };

/**
 * Leaves the emails of a pending change to the job, as at the first time, so that the answer does not reveal an address
 * in use.
 */
export const resendEmailLetterHandler = handle(
  resendEmailLetter,
  async ({ access, actor, db, request, services, write }) => {
    access.authorize(ownRecords(actor));
    await services.limits.count(LIMIT, String(actor.userId));
    await countStrangerLetter(services, {
      actor,
      address: request.address,
      recipient: await addressToConfirm(db, actor.userId),
      isOwnAddress: true,
    });
    const home = await services.domains.ofId(actor.domainId);
    await write(async (work) => {
      const account = orNotFound(await lockAccount(work, actor.userId));
      const change = await findWaitingChange(work.db, actor.userId);
      if (change) {
        await work.db.updateTable('email_changes').set({ letters_at: null }).where('id', '=', change.id).execute();
        await enqueue(work, SEND_CHANGE_LETTERS, { id: change.id });
      } else if (account.email_verified_at === null) await askToConfirm(work, home, account);
      else throw refuseBy(resendEmailLetter, 'nothing_to_confirm');
      await audit(work, {
        domainId: actor.domainId,
        action: 'email_changes.resend',
        subject: 'user',
        subjectId: actor.userId,
      });
    });
    return { success: true as const, message: 'The letter is on its way.' };
  },
);

/** The address is not proven to be the caller's, so the email counts as one to an unknown recipient. */
async function addressToConfirm(db: Db, userId: number): Promise<string> {
  const change = await findWaitingChange(db, userId);
  if (change) return change.new_email;
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return email;
}

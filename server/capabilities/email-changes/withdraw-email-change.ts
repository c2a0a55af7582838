import { withdrawEmailChange } from '@vialkeep/contract/email-changes.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { endWaitingChanges, lockAccount } from './email-changes.queries.ts';

/** Idempotent: without a pending change it changes nothing and succeeds. */
export const withdrawEmailChangeHandler = handle(withdrawEmailChange, async ({ access, actor, write }) => {
  access.authorize(ownRecords(actor));
  await write(async (work) => {
    await lockAccount(work, actor.userId);
    const ended = await endWaitingChanges(work, actor.userId, 'withdrawn');
    await audit(work, {
      domainId: actor.domainId,
      action: 'email_changes.withdraw',
      subject: 'user',
      subjectId: actor.userId,
      facts: { changes_ended: ended.length },
    });
  });
  return { success: true as const, message: 'The change has been withdrawn.' };
});

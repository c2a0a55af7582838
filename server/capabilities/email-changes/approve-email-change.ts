import { approveEmailChange } from '@vialkeep/contract/email-changes.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { clearHolds } from '../../kernel/session/holds.ts';
import { applyWhenReady } from './apply-email-change.ts';
import { findChange, takeKey } from './email-changes.queries.ts';

const messages = {
  accepted: 'You have approved the change.',
  applied: 'Your e-mail address has been changed.',
  waiting: 'You have approved the change. It waits until the new address is confirmed.',
};

/** Searches across sites, because only the key identifies the account. */
export const approveEmailChangeHandler = handlePublic(approveEmailChange, async ({ body, request, services }) => {
  const outcome = await services.store.write('platform', actorlessContext(request), async (work) => {
    const taken = await takeKey(work, 'email_approve', body.key, request.site.id);
    const change = taken?.subject_id ? await findChange(work.db, taken.subject_id) : null;
    if (!taken || !(change?.waits || change?.can_be_undone)) throw refuseBy(approveEmailChange, 'key_over');
    const { approved_at } = await work.db
      .updateTable('email_changes')
      .set({ approved_at: sql`now()`, approved_by: 'old address' })
      .where('id', '=', change.id)
      .returning('approved_at')
      .executeTakeFirstOrThrow();
    await audit(work, {
      domainId: change.domain_id,
      action: 'email_changes.approve',
      subject: 'user',
      subjectId: change.user_id,
      facts: { change: change.id },
    });
    if (change.waits) {
      return applyWhenReady(work, taken.account, { ...change, approved_at, approved_by: 'old address' });
    }
    await clearHolds(work, change.user_id, 'old address');
    return 'accepted';
  });
  // Answers like an expired key, so that the caller does not learn that the new address has an account.
  if (outcome === 'taken') throw refuseBy(approveEmailChange, 'key_over');
  return { success: true as const, message: messages[outcome] };
});

import { deleteInactiveUser } from '@vialkeep/contract/users.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { bumpVersion, removeAccount } from '../accounts/index.ts';
import { endAllOf } from '../network/index.ts';
import { endSessions } from '../session/index.ts';
import { userToAdminister } from './user-to-administer.ts';

/** Makes the account unreachable and frees its email, while its data keep their rows (S-25). */
export const deleteInactiveUserHandler = handle(deleteInactiveUser, async ({ actor, params, write }) =>
  write(async (work) => {
    await bumpVersion(work, params.id, undefined);
    const user = await userToAdminister(work.db, actor, params.id);
    if (user.is_active) throw refuseBy(deleteInactiveUser, 'still_active');

    const { ended } = await endAllOf(work, user.id);
    await endSessions(work, { userId: user.id }, 'account deleted');
    await removeAccount(work, user.id);
    await audit(work, {
      domainId: user.domain_id,
      action: 'users.delete',
      subject: 'user',
      subjectId: user.id,
      facts: { ended },
      changes: { removed: { before: false, after: true } },
    });
    return { success: true as const, message: 'The user has been deleted.' };
  }),
);

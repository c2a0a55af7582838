import { setUserActive, setUserInactive } from '@vialkeep/contract/users.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { bumpVersion, setActive } from '../accounts/index.ts';
import { endSessions } from '../session/index.ts';
import { userToAdminister } from './user-to-administer.ts';

/** An administrator can work in an inactive account, so their sessions in it continue (U-35). */
export const setUserInactiveHandler = handle(setUserInactive, async ({ actor, params, write }) => {
  if (params.id === actor.userId) throw refuseBy(setUserInactive, 'not_yourself');
  return write(async (work) => {
    const user = await withActive(work, actor, params.id, false);
    const ended = await endSessions(work, { userId: user.id, kinds: ['login', 'staff_access'] }, 'account deactivated');
    await audit(work, {
      domainId: user.domain_id,
      action: 'users.deactivate',
      subject: 'user',
      subjectId: user.id,
      facts: { ended },
      changes: changesBetween(user, { is_active: false }),
    });
    return { success: true as const, message: 'The user has been deactivated.' };
  });
});

export const setUserActiveHandler = handle(setUserActive, async ({ actor, params, write }) =>
  write(async (work) => {
    const user = await withActive(work, actor, params.id, true);
    await audit(work, {
      domainId: user.domain_id,
      action: 'users.activate',
      subject: 'user',
      subjectId: user.id,
      changes: changesBetween(user, { is_active: true }),
    });
    return { success: true as const, message: 'The user has been activated.' };
  }),
);

async function withActive(work: Work, actor: Actor, id: number, isActive: boolean) {
  await bumpVersion(work, id, undefined);
  const user = await userToAdminister(work.db, actor, id);
  await setActive(work, user.id, isActive);
  return user;
}

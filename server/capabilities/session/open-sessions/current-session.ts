import { currentSession } from '@vialkeep/contract/session.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import { findHold } from '../../../kernel/session/holds.ts';
import { presentActing } from '../acting/present-acting.ts';
import { unreadVisits, viewingBy } from '../acting/visits.ts';
import { sessionUserFor } from '../login/session-user.ts';

export const currentSessionHandler = handle(currentSession, async ({ actor, db, services }) => {
  const { acting } = actor;
  const hold = acting ? null : await findHold(db, actor.userId);
  // The actor may belong to a site that this account cannot see.
  const platform = services.store.read('platform');
  return {
    user: orNotFound(await sessionUserFor(db, services, actor.userId)),
    acting: acting && (await presentActing(platform, actor.sessionId)),
    must_change_password: actor.mustChangePassword,
    hold: hold && { why: hold.why, until: hold.until?.toISOString() ?? null },
    may: services.permissions.of(actor),
    visits: acting ? [] : await unreadVisits(platform, actor.userId),
    viewing: administrators.includes(actor.plan) && !acting ? await viewingBy(platform, actor.sessionId) : null,
  };
});

import { currentSession } from '@vialkeep/contract/session.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import { findHold } from '../../kernel/session/holds.ts';
import { userFor } from '../network/index.ts';
import { presentActing } from './open-session.ts';

export const currentSessionHandler = handle(currentSession, async ({ actor, db, services }) => {
  const { acting } = actor;
  const hold = acting ? null : await findHold(db, actor.userId);
  return {
    user: found(await userFor(db, actor.userId)),
    // The person acting may be at home on a site that this account cannot see.
    acting: acting && (await presentActing(services.store.read('platform'), acting.kind, acting.byId)),
    must_change_password: actor.mustChangePassword,
    hold: hold && { why: hold.why, until: hold.until?.toISOString() ?? null },
    may: services.permissions.of(actor),
  };
});

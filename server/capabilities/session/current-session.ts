import { currentSession } from '@vialkeep/contract/session.ts';
import { handle } from '../../kernel/http/handle.ts';
import { found } from '../../kernel/http/refuse.ts';
import { userFor } from '../network/index.ts';
import { presentActing } from './open-session.ts';

export const currentSessionHandler = handle(currentSession, async ({ actor, db, services }) => {
  const { acting } = actor;
  return {
    user: found(await userFor(db, actor.userId)),
    // The person acting may be at home on a site that this account cannot see.
    acting: acting && (await presentActing(services.store.read('platform'), acting.kind, acting.byId)),
    must_change_password: actor.mustChangePassword,
    may: services.permissions.of(actor),
  };
});

import { readLabSettings } from '@vialkeep/contract/lab-policy.ts';
import type { Work } from '../../kernel/db/db.ts';
import { accessFor } from '../../kernel/policy/access.ts';
import { auditContextOf } from '../../kernel/session/actor.ts';
import { findActor } from '../../kernel/session/find-actor.ts';
import type { Caller, World } from '../world.ts';

/** What a use case of the bench gets of a call by this caller, for functions that no route of their own has. */
export async function callAs(world: World, caller: Caller) {
  const { services } = world.app;
  const site = (await services.domains.all()).find(({ id }) => id === (caller.host === 'localhost' ? 1 : 2));
  const actor = site && caller.token ? await findActor(services, site, caller.token) : null;
  if (!actor) throw new Error('The caller has no session.');
  const cause = auditContextOf(actor, { id: 'test', address: '127.0.0.1', device: 'A tablet' });
  return {
    access: accessFor(services.permissions, actor, readLabSettings),
    db: services.store.read(actor.scope),
    services,
    write: <T>(task: (work: Work) => Promise<T>) => services.store.write(actor.scope, cause, task),
  };
}

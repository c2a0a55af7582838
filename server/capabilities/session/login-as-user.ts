import { loginAsUser } from '@vialkeep/contract/session.ts';
import { audit } from '../../kernel/audit.ts';
import { handlePublic, type PublicCall } from '../../kernel/http/handle.ts';
import { found, refuse } from '../../kernel/http/refuse.ts';
import { type Actor, causeOf } from '../../kernel/session/actor.ts';
import { userFor } from '../network/index.ts';
import { exchangeCode } from './exchange-code.ts';
import { presentActing } from './open-session.ts';
import { personToActFor } from './person-to-act-for.ts';
import { returnToSelf } from './return-to-self.ts';

type LoginAsCall = PublicCall<typeof loginAsUser>;

export const loginAsUserHandler = handlePublic(loginAsUser, async (call) => {
  if (call.body.token !== undefined) return exchangeCode(call, call.body.token);
  const actor = await call.actorIfAny();
  if (!actor) throw refuse('not_signed_in');
  if (actor.acting) return returnToSelf(call, actor, actor.acting.byId);
  if (!call.services.permissions.permits(actor, 'session.login_as')) throw refuse('not_permitted');
  if (actor.mustChangePassword) throw refuse('password_change_required');
  return call.body.user_id === actor.userId ? stopViewing(call, actor) : startViewing(call, actor);
});

/** S-05: the administrator keeps the own token; only what the screens show becomes the other user's. */
async function startViewing({ body, request, services }: LoginAsCall, actor: Actor) {
  const db = services.store.read(actor.scope);
  const person = await personToActFor(db, actor, body.user_id);
  await noted({ request, services }, actor, 'session.start_viewing', person);
  const home = await services.domains.ofId(person.domain.id);
  return {
    success: true as const,
    message: `You are viewing as ${person.username}.`,
    token: request.token,
    user: person,
    acting: await presentActing(db, 'login_as', actor.userId),
    domain: { url: home.url },
  };
}

async function stopViewing({ request, services }: LoginAsCall, actor: Actor) {
  const self = found(await userFor(services.store.read(actor.scope), actor.userId));
  await noted({ request, services }, actor, 'session.stop_viewing', self);
  return {
    success: true as const,
    message: 'Welcome back.',
    token: request.token,
    user: self,
    acting: null,
    domain: { url: request.site.url },
  };
}

async function noted(
  { request, services }: Pick<LoginAsCall, 'request' | 'services'>,
  actor: Actor,
  action: string,
  person: { id: number; domain: { id: number } },
): Promise<void> {
  await services.store.write(actor.scope, causeOf(actor, request), (work) =>
    audit(work, { domainId: person.domain.id, action, subject: 'user', subjectId: person.id }),
  );
}

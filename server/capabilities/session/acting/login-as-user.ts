import { loginAsUser } from '@vialkeep/contract/session.ts';
import { visitRow } from '../../../kernel/access/reading.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handlePublic, type PublicCall } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import { type Actor, auditContextOf, objectionOfSession, sessionOf } from '../../../kernel/session/actor.ts';
import { proofOf } from '../../../kernel/session/proof.ts';
import { sessionUserFor } from '../login/session-user.ts';
import { actingReason } from './acting-reason.ts';
import { endImpersonation } from './end-impersonation.ts';
import { requireImpersonationTarget } from './impersonation-target.ts';
import { presentBy } from './present-acting.ts';
import { redeemLoginCode } from './redeem-login-code.ts';
import { beginVisit, endViewing } from './visits.ts';

type LoginAsCall = PublicCall<typeof loginAsUser>;

export const loginAsUserHandler = handlePublic(loginAsUser, async (call) => {
  if (call.body.token !== undefined) return redeemLoginCode(call, call.body.token);
  const actor = await call.actorIfAny();
  if (!actor) throw refuse('not_signed_in');
  if (actor.acting) return endImpersonation(call, actor, actor.acting.byId);
  const objection = call.services.permissions.objection(actor, 'session.login_as');
  if (objection !== null) throw refuse(objection);
  const obstacle = objectionOfSession(loginAsUser, actor);
  if (obstacle !== null) throw refuse(obstacle);
  return call.body.user_id === actor.userId ? stopViewing(call, actor) : startViewing(call, actor);
});

/** The administrator keeps the own token; only the screens show the other user (S-05). */
async function startViewing({ body, request, services }: LoginAsCall, actor: Actor) {
  const db = services.store.read(actor.scope);
  const person = await requireImpersonationTarget(db, actor, body.user_id);
  const reason = actingReason(loginAsUser, body.reason, actor);
  await proofOf(services, actor, request.site).require();
  const home = await services.domains.ofId(person.domain.id);
  const { userId: actorId } = actor;
  const sessionId = sessionOf(actor);
  const visit = { domainId: home.id, subjectId: person.id, actorId, userId: actorId, sessionId, reason };
  await services.accessRecords.record([visitRow(visit)], false);
  const until = await services.store.write(actor.scope, auditContextOf(actor, request), async (work) => {
    await audit(work, {
      domainId: home.id,
      action: 'session.start_viewing',
      subject: 'user',
      subjectId: person.id,
      ...(reason === null ? {} : { facts: { reason } }),
    });
    // A browser shows one account at a time, so this ends the previous viewing.
    await endViewing(work, sessionOf(actor));
    return beginVisit(work, { kind: 'viewing', userId: person.id, actorId, sessionId, reason, home });
  });
  return {
    success: true as const,
    message: `You are viewing as ${person.username}.`,
    token: request.token,
    user: orNotFound(await sessionUserFor(db, services, person.id)),
    acting: { kind: 'login_as' as const, by: await presentBy(db, actor.userId), until: until.toISOString(), reason },
    domain: { url: home.url },
  };
}

async function stopViewing({ request, services }: LoginAsCall, actor: Actor) {
  const self = orNotFound(await sessionUserFor(services.store.read(actor.scope), services, actor.userId));
  await services.store.write(actor.scope, auditContextOf(actor, request), async (work) => {
    const viewed = await endViewing(work, sessionOf(actor));
    await audit(work, {
      domainId: self.domain.id,
      action: 'session.stop_viewing',
      subject: 'user',
      subjectId: self.id,
      facts: { viewed },
    });
  });
  return {
    success: true as const,
    message: 'Welcome back.',
    token: request.token,
    user: self,
    acting: null,
    domain: { url: request.site.url },
  };
}

import { Plan } from '@vialkeep/contract/plans.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { findHold } from '../../../kernel/session/holds.ts';
import { lockMinutesOf } from '../../../kernel/session/identity-policy.ts';
import { noteSecondFactorAsked } from '../../accounts/index.ts';
import { presentActing } from '../acting/present-acting.ts';
import { unreadVisits, viewingBy } from '../acting/visits.ts';
import { sessionUserFor } from '../login/session-user.ts';

export const currentSessionHandler = handle(currentSession, async ({ actor, db, services }) => {
  const { acting, identity } = actor;
  // The actor may belong to a site that this account cannot see.
  const platform = services.store.read('platform');
  const isAdministrator = administrators.includes(actor.plan) && !acting;
  const [user, hold, actingNow, visits, viewing, may] = await Promise.all([
    sessionUserFor(db, services, actor.userId),
    acting ? null : findHold(db, actor.userId),
    acting && presentActing(platform, actor.sessionId),
    acting ? [] : unreadVisits(platform, actor.userId),
    isAdministrator ? viewingBy(platform, actor.sessionId) : null,
    listRights(db, services, actor),
  ]);
  if (identity.secondFactorDueAt !== null) {
    await services.store.unaudited('when a person was first told of the second factor', (platformDb) =>
      noteSecondFactorAsked(platformDb, actor.userId),
    );
  }
  return {
    user: orNotFound(user),
    acting: actingNow,
    must_change_password: actor.mustChangePassword,
    hold: hold && { why: hold.why, until: hold.until?.toISOString() ?? null },
    may,
    visits,
    viewing,
    second_factor_due_at: identity.secondFactorDueAt?.toISOString() ?? null,
    must_verify_email: identity.lacksVerifiedEmail,
    locks_after_minutes: lockMinutesOf(identity.policy, actor.plan),
  };
});

/** A patient of a site without storage plans is shown no way to them, unless they have had one. */
async function listRights(db: Db, { permissions }: Pick<Services, 'permissions'>, actor: Actor): Promise<string[]> {
  const rights = permissions.of(actor);
  if (actor.plan !== Plan.generalMember || (await hasStorage(db, actor))) return rights;
  return rights.filter((right) => !right.startsWith('storage.'));
}

async function hasStorage(db: Db, { domainId, userId }: Actor): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from money_settings where domain_id = ${domainId} and storage)
      or exists (select from storage_enrolments where patient_id = ${userId}) as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}

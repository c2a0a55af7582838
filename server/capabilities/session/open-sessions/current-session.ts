import { Plan } from '@vialkeep/contract/plans.ts';
import { currentSession } from '@vialkeep/contract/session.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { administrators } from '../../../kernel/policy/policy.ts';
import type { Services } from '../../../kernel/services.ts';
import { type Actor, sessionOf } from '../../../kernel/session/actor.ts';
import { findHold } from '../../../kernel/session/holds.ts';
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
    acting && presentActing(platform, sessionOf(actor)),
    acting ? [] : unreadVisits(platform, actor.userId),
    isAdministrator ? viewingBy(platform, sessionOf(actor)) : null,
    listRights(db, services, actor),
  ]);
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
    locks_after_minutes: identity.lockMinutes,
  };
});

/**
 * A patient of a site without storage plans is shown no way to them, unless they have had one; a lab whose bench is off no
 * way to the bench, and its clinics none to the harvest day.
 */
async function listRights(db: Db, { permissions }: Pick<Services, 'permissions'>, actor: Actor): Promise<string[]> {
  const rights = permissions.of(actor);
  if (actor.plan === Plan.lab && !(await hasBench(db, actor))) {
    return rights.filter((right) => !right.startsWith('bench.') && !RIGHTS_OF_BENCH.has(right));
  }
  const isClinic = actor.plan === Plan.harvestCenter || actor.plan === Plan.referralCenter;
  if (isClinic && !(await hasBenchLab(db, actor))) return rights.filter((right) => !right.startsWith('harvests.'));
  if (actor.plan !== Plan.generalMember || (await hasStorage(db, actor))) return rights;
  return rights.filter((right) => !right.startsWith('storage.'));
}

/** A lab has them only for its bench. */
const RIGHTS_OF_BENCH = new Set(['custody.read_bench', 'harvests.read', 'lab_policy.operators', 'vials.passport']);

async function hasStorage(db: Db, { domainId, userId }: Actor): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from money_settings where domain_id = ${domainId} and storage)
      or exists (select from storage_enrolments where patient_id = ${userId}) as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}

async function hasBench(db: Db, { userId }: Actor): Promise<boolean> {
  const settings = await db
    .selectFrom('lab_settings')
    .select('lab_id')
    .where('lab_id', '=', userId)
    .where('bench_on', '=', true)
    .executeTakeFirst();
  return settings !== undefined;
}

/** Whether a lab of the clinic, or of the clinic that refers to it, works by scan. */
async function hasBenchLab(db: Db, { userId }: Actor): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    with clinics as (
      select ${userId}::integer as id
      union select object_id from active_relations where subject_id = ${userId} and kind = 'center'
    )
    select exists (select from active_relations lab join lab_settings on lab_settings.lab_id = lab.object_id and bench_on
      where lab.kind = 'lab' and lab.subject_id in (select id from clinics)) as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}

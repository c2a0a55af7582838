import { Plan } from '@vialkeep/contract/plans.ts';
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely';
import type { RelationKind, DB as Tables } from '../../kernel/db/tables.generated.ts';
import type { Actor } from '../../kernel/session/actor.ts';

type OnUsers = ExpressionBuilder<Tables, 'users'>;

/** A set of users, told by their ids: one person, or those a query finds. */
type People = number | SelectQueryBuilder<Tables, 'relations', { id: number }>;

/**
 * Which users exist, as far as this actor can tell. The connection's scope keeps sites apart a second time. There is no
 * default, so a new plan does not compile until somebody decides. Seeing is not changing: that is the policy's to say.
 * A query about one user says which: everybody sees themself, and PostgreSQL would think longer about the rest than it
 * looks.
 */
export function visibleTo(actor: Actor, about?: number) {
  return (eb: OnUsers) => {
    const me = actor.userId;
    if (about === me) return eb.lit(true);
    const themself = eb('users.id', '=', me);
    switch (actor.plan) {
      case Plan.admin:
      case Plan.superAdmin:
        return actor.scope === 'platform' ? eb.lit(true) : eb('users.domain_id', '=', actor.scope);
      case Plan.patientsList:
        return eb.or([
          themself,
          eb.and([eb('users.plan_id', '=', Plan.generalMember), eb('users.domain_id', '=', actor.domainId)]),
        ]);
      case Plan.lab: {
        const patientsAndCenters = subjectsOf(eb, 'lab', me);
        return eb.or([themself, within(eb, patientsAndCenters), within(eb, centersOf(eb, patientsAndCenters))]);
      }
      case Plan.harvestCenter:
        return eb.or([themself, within(eb, subjectsOf(eb, 'center', me))]);
      case Plan.referralCenter:
        return eb.or([themself, within(eb, subjectsOf(eb, 'referral_center', me)), within(eb, centersOf(eb, me))]);
      case Plan.salesRep:
        return eb.or([themself, clients(eb, subjectsOf(eb, 'rep', me))]);
      case Plan.salesAffiliate:
        return eb.or([themself, clients(eb, subjectsOf(eb, 'affiliate', me))]);
      case Plan.salesManager:
        return eb.or([themself, team(eb, subjectsOf(eb, 'manager', me))]);
      case Plan.salesDistributor: {
        const managers = subjectsOf(eb, 'distributor', me);
        return eb.or([themself, team(eb, managers), team(eb, subjectsOf(eb, 'manager', managers))]);
      }
      case Plan.generalMember:
      case Plan.staff:
      case Plan.donor:
      case Plan.buyer:
        return themself;
    }
  };
}

/** S-20, W-05: those who sell see that a patient exists and how far the sample is, never who it is. */
const sellers: readonly Plan[] = [Plan.salesRep, Plan.salesManager, Plan.salesDistributor, Plan.salesAffiliate];

export function isPatientIdentityHidden(actor: Actor): boolean {
  return sellers.includes(actor.plan);
}

/** Those whose {kind} is one of these. */
export function subjectsOf(eb: Pick<OnUsers, 'selectFrom'>, kind: RelationKind, objects: People) {
  return activeRelations(eb)
    .select('relations.subject_id as id')
    .where('relations.kind', '=', kind)
    .where('relations.object_id', 'in', listed(objects));
}

function centersOf(eb: OnUsers, subjects: People) {
  return activeRelations(eb)
    .select('relations.object_id as id')
    .where('relations.kind', '=', 'center')
    .where('relations.subject_id', 'in', listed(subjects));
}

/** Relations that hold: neither ended nor waiting to be granted (S-04). */
function activeRelations(eb: Pick<OnUsers, 'selectFrom'>) {
  return eb
    .selectFrom('relations')
    .where('relations.ended_at', 'is', null)
    .where('relations.approved_at', 'is not', null);
}

/** Clinics and buyers somebody sells to, and the patients of those clinics, but not the clinics' own people. */
function clients(eb: OnUsers, accounts: People) {
  const patients = eb.or([
    within(eb, subjectsOf(eb, 'center', accounts)),
    within(eb, subjectsOf(eb, 'referral_center', accounts)),
  ]);
  return eb.or([within(eb, accounts), eb.and([eb('users.plan_id', 'in', [Plan.generalMember, Plan.donor]), patients])]);
}

/** Reps and accounts directly under somebody, and what those reps sell to. */
function team(eb: OnUsers, members: People) {
  return eb.or([clients(eb, members), clients(eb, subjectsOf(eb, 'rep', members))]);
}

function within(eb: OnUsers, people: People) {
  return eb('users.id', 'in', listed(people));
}

function listed(people: People) {
  return typeof people === 'number' ? [people] : people;
}

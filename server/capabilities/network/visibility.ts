import { Plan } from '@vialkeep/contract/plans.ts';
import type { ExpressionBuilder, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Scope } from '../../kernel/db/scope.ts';
import type { RelationKind, DB as Tables } from '../../kernel/db/tables.generated.ts';
import type { Actor } from '../../kernel/session/actor.ts';

type OnUsers = ExpressionBuilder<Tables, 'users'>;

/** An id, or its place in a statement that is built once. */
type Id = number | RawBuilder<number>;

/** A set of users by id: one user, or the result of a query. */
type People = Id | SelectQueryBuilder<Tables, 'active_relations', { id: number }>;

/** What decides about visibility: an actor, or a kind of actor with places for the ids. */
export type Viewer = {
  readonly plan: Plan;
  readonly userId: Id;
  readonly domainId: Id;
  readonly scope: Scope | RawBuilder<number>;
};

/**
 * The users that exist for this actor; row-level security separates the sites a second time. The switch has no default,
 * so a new plan does not compile until it is decided here. Being visible does not permit a change: the policy decides
 * that. A query about one user passes its id: every user sees themselves, and of all others only the relations of this one
 * are read.
 */
export function visibleTo(actor: Viewer, about?: Id) {
  return (eb: OnUsers) => {
    const me = actor.userId;
    if (about === me) return eb.lit(true);
    const themself = eb('users.id', '=', me);
    const within = (people: People) => isAmong({ eb, about }, people);
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
        return eb.or([themself, within(patientsAndCenters), within(centersOf(eb, patientsAndCenters))]);
      }
      case Plan.harvestCenter:
        return eb.or([themself, within(subjectsOf(eb, 'center', me))]);
      case Plan.referralCenter:
        return eb.or([themself, within(subjectsOf(eb, 'referral_center', me)), within(centersOf(eb, me))]);
      case Plan.salesRep:
        return eb.or([themself, clients({ eb, about }, subjectsOf(eb, 'rep', me))]);
      case Plan.salesAffiliate:
        return eb.or([themself, clients({ eb, about }, subjectsOf(eb, 'affiliate', me))]);
      case Plan.salesManager:
        return eb.or([themself, team({ eb, about }, subjectsOf(eb, 'manager', me))]);
      case Plan.salesDistributor: {
        const managers = subjectsOf(eb, 'distributor', me);
        return eb.or([
          themself,
          team({ eb, about }, managers),
          team({ eb, about }, subjectsOf(eb, 'manager', managers)),
        ]);
      }
      case Plan.generalMember:
      case Plan.staff:
      case Plan.donor:
      case Plan.buyer:
        return themself;
    }
  };
}

/** Sales plans see that a patient exists and the stage of the sample, never the identity (S-20, W-05). */
const sellers: readonly Plan[] = [Plan.salesRep, Plan.salesManager, Plan.salesDistributor, Plan.salesAffiliate];

export function isPatientIdentityHidden(actor: Actor): boolean {
  return sellers.includes(actor.plan);
}

/** The users whose {kind} is one of these. */
export function subjectsOf(eb: Pick<OnUsers, 'selectFrom'>, kind: RelationKind, objects: People) {
  return eb
    .selectFrom('active_relations')
    .select('active_relations.subject_id as id')
    .where('active_relations.kind', '=', kind)
    .where('active_relations.object_id', 'in', buildIdOperand(objects));
}

function centersOf(eb: OnUsers, subjects: People) {
  return eb
    .selectFrom('active_relations')
    .select('active_relations.object_id as id')
    .where('active_relations.kind', '=', 'center')
    .where('active_relations.subject_id', 'in', buildIdOperand(subjects));
}

type VisibilityQuery = { readonly eb: OnUsers; readonly about: Id | undefined };

/** The clinics and buyers that a user sells to and the patients of those clinics, but not the clinics' staff. */
function clients(asked: VisibilityQuery, accounts: People) {
  const { eb } = asked;
  const patients = eb.or([
    isAmong(asked, subjectsOf(eb, 'center', accounts)),
    isAmong(asked, subjectsOf(eb, 'referral_center', accounts)),
  ]);
  return eb.or([
    isAmong(asked, accounts),
    eb.and([eb('users.plan_id', 'in', [Plan.generalMember, Plan.donor]), patients]),
  ]);
}

/** The reps and accounts directly under a user, and the clients of those reps. */
function team(asked: VisibilityQuery, members: People) {
  const { eb } = asked;
  return eb.or([clients(asked, members), clients(asked, subjectsOf(eb, 'rep', members))]);
}

/** PostgreSQL reads all these people to compare them with the user, unless the query says which one it is about. */
function isAmong({ eb, about }: VisibilityQuery, people: People) {
  if (about === undefined || isOne(people)) return eb('users.id', 'in', buildIdOperand(people));
  return eb('users.id', 'in', eb.selectFrom(people.as('person')).select('person.id').where('person.id', '=', about));
}

function buildIdOperand(people: People) {
  return isOne(people) ? [people] : people;
}

function isOne(people: People): people is Id {
  return typeof people === 'number' || !('selectAll' in people);
}

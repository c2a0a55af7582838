import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import type { RelationKind, DB as Tables } from '../../kernel/db/tables.generated.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { activeRep } from './sales-chain.ts';
import { viewerStatement } from './viewer-statement.ts';
import { visibleTo } from './visibility.ts';

/** One user with their relations, within the connection's scope. */
export async function findPerson(db: Db, id: UserId) {
  return (await peopleById(db, { id }))[0];
}

const peopleById = statement((db, { id }: Placeholders<{ id: UserId }>) =>
  db
    .selectFrom('users')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .leftJoin('sales_reps', 'sales_reps.user_id', 'users.id')
    .select([
      'users.id',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.company',
      'users.phone_number',
      'users.email',
      'users.address1',
      'users.address2',
      'users.city',
      'users.state_desc',
      'users.country_desc',
      'users.zip_code',
      'users.template_id',
      'users.document_id',
      'users.hc_logo',
      'users.date_joined',
      'users.last_login',
      'users.tags',
      'users.check_agreement',
      'users.plan_id',
      'plans.name as plan_name',
      'users.domain_id',
      'domains.name as domain_name',
    ])
    .select((eb) => [
      activeRep(eb.ref('sales_reps.rep_id')).as('rep_id'),
      selectRelatedUsers(eb, 'center').as('centers'),
      selectRelatedUsers(eb, 'referral_center').as('referral_centers'),
    ])
    .where('users.removed_at', 'is', null)
    .where('users.id', '=', id),
);

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** The related users of one kind, in the order of their relations. */
function selectRelatedUsers(eb: ExpressionBuilder<Tables, 'users'>, kind: RelationKind) {
  return jsonArrayFrom(
    eb
      .selectFrom('active_relations')
      .innerJoin('users as other', 'other.id', 'active_relations.object_id')
      .select(['other.id', 'other.company', 'other.email', 'other.template_id'])
      .whereRef('active_relations.subject_id', '=', 'users.id')
      .where('active_relations.kind', '=', kind)
      .orderBy('active_relations.id'),
  );
}

/** The account with this id, and whether the actor sees it; 404 where there is none. */
export async function loadAccount(db: Db, actor: Actor, id: number) {
  if (id === actor.userId) return orNotFound((await ownAccount(db, { id }))[0]);
  return orNotFound((await otherAccount(db, actor, { id }))[0]);
}

const otherAccount = viewerStatement((db, viewer, { id }: Placeholders<{ id: number }>) =>
  accounts(db)
    .select((eb) => visibleTo(viewer, id)(eb).$castTo<boolean>().as('is_visible'))
    .where('users.id', '=', id),
);

const ownAccount = statement((db, { id }: Placeholders<{ id: number }>) =>
  accounts(db)
    .select((eb) => eb.lit(true).$castTo<boolean>().as('is_visible'))
    .where('users.id', '=', id),
);

function accounts(db: Db) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.domain_id', 'users.plan_id', 'users.is_active', 'users.company', 'users.username'])
    .where('users.removed_at', 'is', null);
}

export type AccountFacts = Pick<Awaited<ReturnType<typeof loadAccount>>, 'id' | 'domain_id' | 'plan_id' | 'is_visible'>;

/** The user with this id, if the actor can see it; 404 otherwise. */
export async function visibleUser(db: Db, actor: Actor, id: number) {
  const account = await loadAccount(db, actor, id);
  return orNotFound(account.is_visible ? account : null);
}

/** A LIKE pattern for a text anywhere in a column, with typed wildcards escaped. */
export function likePattern(search: string) {
  return sql<string>`${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`;
}

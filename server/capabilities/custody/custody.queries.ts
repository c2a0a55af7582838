import { CustodyEvent, CustodyKind } from '@vialkeep/contract/custody.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { RawBuilder } from 'kysely';
import { maskTexts } from '../../kernel/audit/mask-texts.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { statementByIds } from '../../kernel/db/statement-by-ids.ts';
import { orNotFound, refuse } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import type { Resource } from '../../kernel/policy/rules.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { accountResource, loadAccount, visibleUser } from '../network/index.ts';
import type { Patient } from './append-custody.ts';

/** The patient with this id, if the rule of the call, or of a finer action, allows it; 404 otherwise. */
export async function authorizePatient(
  access: Access,
  db: Db,
  id: number,
  action?: string,
): Promise<AuthorizedPatient> {
  const account = await loadAccount(db, access.actor, id);
  if (account.plan_id !== Plan.generalMember) throw refuse('not_found');
  const facts = accountResource(account);
  access.authorize(facts, action);
  return { id: account.id, domainId: account.domain_id, facts };
}

/** A patient with the facts that the rules of further actions need. */
export type AuthorizedPatient = Patient & { readonly facts: Resource };

/** Requires a patient whom this actor can see; other users have no chain and get 404. */
export async function visiblePatient(db: Db, actor: Actor, id: number): Promise<Patient> {
  const user = await visibleUser(db, actor, id);
  return orNotFound(user.plan_id === Plan.generalMember ? { id: user.id, domainId: user.domain_id } : null);
}

export type CustodyRow = Awaited<ReturnType<typeof custodyOf>>[number];

/** A patient's chain of custody, oldest first. Texts about an erased patient are masked. */
export async function custodyOf(db: Db, patientId: number) {
  const rows = await eventsOf(db, { patientId });
  return rows.map(({ erased_at, ...row }) => ({
    ...row,
    kind: CustodyKind.parse(row.kind),
    facts: CustodyEvent.shape.facts.parse(erased_at === null ? row.facts : maskTexts(row.facts)),
  }));
}

const eventsOf = statement((db, { patientId }: Placeholders<{ patientId: number }>) =>
  db
    .selectFrom('custody_events')
    .innerJoin('users', 'users.id', 'custody_events.patient_id')
    .select(['position', 'at', 'actor_id', 'user_id', 'kind', 'occurred_on', 'facts', 'request_id', 'users.erased_at'])
    .where('patient_id', '=', patientId)
    .orderBy('position'),
);

/** The names of these accounts, limited to the actor's site unless the actor's scope is the platform. */
export async function namesOf(db: Db, { scope }: Actor, ids: readonly (number | null)[]) {
  const accounts = [...new Set(ids.filter((id) => id !== null))];
  return scope === 'platform' ? namedAccounts(db, accounts) : namedOfSite(db, accounts, { site: scope });
}

/** Removed accounts included: rows of the past still name them. */
const accountsNamed = (db: Db, these: RawBuilder<number>) =>
  db.selectFrom('users').where('users.id', '=', these).select(['id', 'username', 'company']);

const namedAccounts = statementByIds(accountsNamed);

const namedOfSite = statementByIds((db, these, { site }: Placeholders<{ site: number }>) =>
  accountsNamed(db, these).where('domain_id', '=', site),
);

import { CustodyEvent, CustodyKind } from '@vialkeep/contract/custody.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { visibleUser } from '../network/index.ts';
import type { Patient } from './append-custody.ts';

/** The patient a call is about, if this actor can see them. Somebody who is no patient has no chain. */
export async function visiblePatient(db: Db, actor: Actor, id: number): Promise<Patient> {
  const user = await visibleUser(db, actor, id);
  return orNotFound(user.plan_id === Plan.generalMember ? { id: user.id, domainId: user.domain_id } : null);
}

export type CustodyRow = Awaited<ReturnType<typeof custodyOf>>[number];

/** A patient's chain of custody, oldest first. */
export async function custodyOf(db: Db, patientId: number) {
  const rows = await db
    .selectFrom('custody_events')
    .select(['position', 'at', 'actor_id', 'user_id', 'kind', 'occurred_on', 'facts', 'request_id'])
    .where('patient_id', '=', patientId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: CustodyKind.parse(row.kind),
    facts: CustodyEvent.shape.facts.parse(row.facts),
  }));
}

/** Those of these accounts that are of a site the actor belongs to. */
export async function namesOf(db: Db, actor: Actor, ids: readonly (number | null)[]) {
  const accounts = ids.filter((id) => id !== null);
  const { scope } = actor;
  return db
    .selectFrom('users')
    .select(['id', 'username', 'company'])
    .where('id', '=', anyOf(accounts))
    .$if(scope !== 'platform', (query) => query.where('domain_id', '=', Number(scope)))
    .execute();
}

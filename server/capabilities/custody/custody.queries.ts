import { CustodyEvent, CustodyKind } from '@vialkeep/contract/custody.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { accountsById } from '../accounts/index.ts';
import { visibleUser } from '../network/index.ts';
import type { Patient } from './append-custody.ts';

/** Requires a patient whom this actor can see; other users have no chain and get 404. */
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

/** The names of these accounts, limited to the actor's site unless the actor's scope is the platform. */
export async function namesOf(db: Db, actor: Actor, ids: readonly (number | null)[]) {
  const accounts = ids.filter((id) => id !== null);
  const { scope } = actor;
  return accountsById(db, accounts)
    .select(['id', 'username', 'company'])
    .$if(scope !== 'platform', (query) => query.where('domain_id', '=', Number(scope)))
    .execute();
}

import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { DataKey } from '../../../kernel/secrets/data-key.ts';
import { readableChanges } from '../../audit/index.ts';
import type { Sample } from './samples.queries.ts';

/** Acts on an account that change whose sample it is. */
const ACTS_ON_ACCOUNTS = ['users.create', 'users.edit', 'profile.change', 'sign_up.open_account', 'network.change'];

/**
 * Rows of the audit log about the patient's record, vials and documents, newest first. Other acts on the account, such as
 * logins, addresses and legal holds, say nothing about the sample.
 */
export async function listSampleChanges(
  db: Db,
  dataKey: DataKey,
  { id, domain_id }: Sample,
  documents: readonly { readonly id: number }[],
  most: number | null,
) {
  const entries = await db.selectFrom('vial_entries').select('id').where('patient_id', '=', id).execute();
  const matching = db
    .selectFrom('audit_log')
    .where('domain_id', '=', domain_id)
    .where(
      sql<boolean>`(action ~ '^(patients|vials|documents|signing)[.]' or action = any (${ACTS_ON_ACCOUNTS}::text[]))`,
    )
    .where((eb) =>
      eb.or([
        eb.and([eb('subject', '=', 'user'), eb('subject_id', '=', String(id))]),
        eb.and([eb('subject', '=', 'vial_entry'), eb('subject_id', '=', anyText(entries))]),
        eb.and([eb('subject', '=', 'document'), eb('subject_id', '=', anyText(documents))]),
      ]),
    );
  const rows = await matching
    .select([
      'domain_id',
      'position',
      'at',
      'actor_id',
      'user_id',
      'action',
      'subject',
      'subject_id',
      'facts',
      'request_id',
    ])
    .orderBy('position', 'desc')
    .$if(most !== null, (query) => query.limit(most ?? 0))
    .execute();
  const { count } = await matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const changes = await readableChanges(db, dataKey, rows);
  return {
    count,
    changes: rows.map((row, index) => ({
      id: row.position,
      at: row.at.toISOString(),
      actor_id: row.actor_id,
      user_id: row.user_id,
      action: row.action,
      subject: row.subject,
      subject_id: row.subject_id,
      facts: presentFacts(row.facts),
      changes: changes[index] ?? {},
    })),
  };
}

function anyText(rows: readonly { readonly id: number }[]) {
  return sql<string>`any (${rows.map(({ id }) => String(id))}::text[])`;
}

/** The facts without the parts that are presented apart and without the hash of the caller's address. */
function presentFacts(facts: unknown): Record<string, unknown> {
  const { changes: _changes, person: _person, origin_hash: _origin, ...rest } = facts as Record<string, unknown>;
  return rest;
}

import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { anyOf } from '../db/any-of.ts';
import type { Db, Work } from '../db/db.ts';
import type { DataKey } from './data-key.ts';
import type { SealedColumns } from './reseal.ts';
import { sealText, unsealText } from './sealing.ts';

/** The prefix of a value that is sealed with a person's key. */
const SEALED = 'p1:';

export const sealedPersonKeys: SealedColumns = {
  table: 'person_keys',
  where: sql<boolean>`wrapped is not null`,
  contexts: { wrapped: ({ user_id }) => wrapping(Number(user_id)) },
  write: (rows) => sql`update person_keys kept set wrapped = becomes.wrapped
    from jsonb_to_recordset(${rows}::jsonb) becomes (place text, wrapped text) where kept.ctid = becomes.place::tid`,
};

export type KeyOwner = { readonly id: number; readonly domainId: number };

export type PersonKey = { seal(value: unknown): string; unseal(sealed: string): unknown };

/**
 * The key of a person, created at its first use. Null when it was destroyed: nothing can be sealed or read any more.
 */
export async function personKey(work: Work, person: KeyOwner): Promise<PersonKey | null> {
  const known = await wrappedKeyOf(work.db, person.id);
  if (known) return known.wrapped === null ? null : openPersonKey(work.dataKey, person.id, known.wrapped);
  const wrapped = work.dataKey.seal(randomBytes(32).toString('base64'), wrapping(person.id));
  await work.db
    .insertInto('person_keys')
    .values({ user_id: person.id, domain_id: person.domainId, wrapped })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  // Another transaction may have created it first.
  const kept = await wrappedKeyOf(work.db, person.id);
  return kept?.wrapped ? openPersonKey(work.dataKey, person.id, kept.wrapped) : null;
}

/** Keys for reading sealed values, by person. A person without a key, or with a destroyed one, is missing. */
export async function keysToRead(
  db: Db,
  dataKey: DataKey,
  personIds: readonly number[],
): Promise<ReadonlyMap<number, PersonKey>> {
  const rows = await db
    .selectFrom('person_keys')
    .select(['user_id', 'wrapped'])
    .where('user_id', '=', anyOf(personIds))
    .execute();
  return new Map(
    rows.flatMap(({ user_id, wrapped }) => (wrapped ? [[user_id, openPersonKey(dataKey, user_id, wrapped)]] : [])),
  );
}

export function isSealed(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(SEALED);
}

function openPersonKey(dataKey: DataKey, personId: number, wrapped: string): PersonKey {
  const key = Buffer.from(dataKey.unseal(wrapped, wrapping(personId)), 'base64');
  const context = `person ${personId}`;
  return {
    seal: (value) => SEALED + sealText(key, JSON.stringify(value), context),
    unseal: (sealed): unknown => JSON.parse(unsealText(key, sealed.slice(SEALED.length), context)),
  };
}

function wrapping(personId: number): string {
  return `person key ${personId}`;
}

async function wrappedKeyOf(db: Db, personId: number) {
  return db.selectFrom('person_keys').select('wrapped').where('user_id', '=', personId).executeTakeFirst();
}

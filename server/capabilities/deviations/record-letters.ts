import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { Lab } from '../lab-policy/index.ts';

/** Writes down who gets a letter about a deviation. Returns those who have had none before. */
export async function recordLetters(
  work: Work,
  lab: Lab,
  deviationId: number,
  readerIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    insert into deviation_letters (deviation_id, user_id, domain_id, lab_id)
    select ${deviationId}::integer, reader, ${lab.domainId}::integer, ${lab.id}::integer
    from unnest(${readerIds}::integer[]) reader order by reader
    on conflict (deviation_id, user_id) do nothing returning user_id`.execute(work.db);
  return new Set(rows.map(({ user_id }) => user_id));
}

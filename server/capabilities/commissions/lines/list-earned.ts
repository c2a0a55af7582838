import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

export type Earned = {
  readonly personId: number;
  readonly person: string;
  readonly cents: number;
  readonly lost: number;
};

/** What each line in force of a sale gave, and what refunds have taken back of it. The share of the house is no one's. */
export async function listEarned(db: Db, transactionId: number): Promise<readonly Earned[]> {
  const { rows } = await sql<Earned>`
    select line.person_id as "personId", concat_ws(' ', person.first_name, person.last_name) as person, line.cents,
      -coalesce((select sum(taken.cents) from commission_lines taken
        where taken.of_line_id = line.id and taken.kind = 'clawback'), 0)::integer as lost
    from commission_lines_in_force line join users person on person.id = line.person_id
    where line.transaction_id = ${transactionId} and not line.retained and line.cents > 0
    order by line.id`.execute(db);
  return rows;
}

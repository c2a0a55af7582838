import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

/** The kits that are received although no arrival names them: a recall of their lot would not find the tissue. */
export async function verifyKits(db: Db): Promise<{ readonly about: string; readonly fault: string }[]> {
  const { rows } = await sql<{ code: string }>`
    select code from kits where state = 'received'
      and not exists (select from arrivals where arrivals.kit_id = kits.id) order by id`.execute(db);
  return rows.map(({ code }) => ({
    about: `Kit ${formatBenchCode({ kind: 'kit', code })}`,
    fault: 'it is received, and no arrival names it',
  }));
}

import { randomInt } from 'node:crypto';
import { INSPECTION_CODE_MINUTES } from '@vialkeep/contract/inspections.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

const MOST_TRIES = 5;

type Inspection = { readonly id: number; readonly domain_id: number };

/** Creates a six-digit code for one email; older codes of the inspection become invalid. The caller holds its row lock. */
export async function issueInspectionCode(work: Work, { id, domain_id }: Inspection): Promise<string> {
  await work.db
    .updateTable('inspection_codes')
    .set({ ended_at: sql`now()` })
    .where('inspection_id', '=', id)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await work.db
    .insertInto('inspection_codes')
    .values({
      domain_id,
      inspection_id: id,
      code_hmac: hmacOf(work, id, code),
      expires_at: sql`now() + make_interval(mins => ${INSPECTION_CODE_MINUTES})`,
    })
    .execute();
  return code;
}

/** Whether the code is right; of simultaneous tries one can be. Every try counts, so the caller must commit also a wrong one. */
export async function tryInspectionCode(work: Work, inspectionId: number, code: string): Promise<boolean> {
  const isRight = sql<boolean>`code_hmac = ${hmacOf(work, inspectionId, code)}`;
  const tried = await work.db
    .updateTable('inspection_codes')
    .set({ tries: sql`tries + 1`, used_at: sql`case when ${isRight} then now() end` })
    .where('inspection_id', '=', inspectionId)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('tries', '<', MOST_TRIES)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(isRight.as('right'))
    .executeTakeFirst();
  return tried?.right ?? false;
}

function hmacOf({ dataKey }: Work, inspectionId: number, code: string): Buffer {
  return dataKey.hmac(code, `inspection code ${inspectionId}`);
}

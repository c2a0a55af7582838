import type { HoldReason } from '@vialkeep/contract/release.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { Patient } from '../custody/index.ts';
import { isOfFailedBatch } from './failed-batches.ts';
import { listRecallsOf } from './recalls-of-vials.ts';

/** Why a vial is in quarantine; without a reason it is not. */
export type Hold = { readonly reason: HoldReason | null; readonly deviation: number | null };

/** The codes of those vials that are held as missing. */
export async function listMissing(work: Work, patient: Patient, codes: readonly string[]): Promise<string[]> {
  const rows = await work.db
    .selectFrom('vials')
    .select('code')
    .where('patient_id', '=', patient.id)
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .where('hold_reason', '=', 'missing')
    .orderBy('id')
    .execute();
  return rows.map(({ code }) => code);
}

/**
 * What holds a missing vial when it is found: a deviation that has reached it meanwhile, its batch that has failed a test, or what
 * held it before it was lost. The caller has locked the chain.
 */
export async function findHoldOfFound(work: Work, patient: Patient, code: string): Promise<Hold> {
  const [recall] = await listRecallsOf(work, patient, [code], { withTouched: true });
  if (recall) return { reason: 'deviation', deviation: recall.deviationId };
  const former = await findFormerHold(work, patient, code);
  if (former.reason === 'deviation' || !(await hasFailedBatch(work, code))) return former;
  return { reason: 'failed_qc', deviation: null };
}

/** The hold before the vial was lost, by the last event of its chain that says one or ends one. */
async function findFormerHold(work: Work, patient: Patient, code: string): Promise<Hold> {
  const { rows } = await sql<Hold>`
    select facts ->> 'reason' as reason, (facts ->> 'deviation')::integer as deviation from custody_events
    where patient_id = ${patient.id} and (kind in ('bench.quarantined', 'bench.released', 'bench.found') or kind like 'vials.%')
      and (kind <> 'bench.quarantined' or facts ->> 'reason' <> 'missing')
      and (facts -> 'codes' @> to_jsonb(${code}::text) or jsonb_path_exists(facts -> 'codes', '$.*[*] ? (@ == $code)',
        jsonb_build_object('code', ${code}::text)))
    order by position desc limit 1`.execute(work.db);
  return rows[0] ?? { reason: null, deviation: null };
}

async function hasFailedBatch(work: Work, code: string): Promise<boolean> {
  const row = await work.db
    .selectFrom('vials')
    .select('vials.id')
    .where('vials.code', '=', code)
    .where(isOfFailedBatch)
    .executeTakeFirst();
  return row !== undefined;
}

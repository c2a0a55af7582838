import type { JsonValue } from '@vialkeep/contract/custody.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { appendCustodyToMany, type Patient } from '../custody/index.ts';
import type { FreedOrder, HoldReason } from './bench-moves.ts';
import { type MovedBy, updateVials } from './stock.ts';

/** A statement must end in time, also in a recall of a hundred thousand vials. */
const AT_ONCE = 10_000;

type HeldVials = {
  readonly ids: readonly number[];
  readonly reason: HoldReason;
  readonly deviationId: number | null;
  readonly by?: MovedBy;
  readonly facts?: Readonly<Record<string, JsonValue>>;
};

/**
 * Puts the stored ones of these vials into quarantine and frees them from their orders, with one event a patient and few
 * statements: a recall holds a hundred thousand. Vials that are held for this reason and deviation already are left as
 * they are, and so are missing ones: they are held for what has reached them when they are found. The caller has locked the chains of all patients in ascending order.
 */
export async function holdManyVials(
  work: Work,
  { ids, reason, deviationId, by, facts }: HeldVials,
): Promise<{ held: number; freed: FreedOrder[] }> {
  const ofOperator: Record<string, JsonValue> = by?.operatorId ? { operator: by.operatorId } : {};
  const reserved = await listReserved(work, ids);
  if (reserved.length > 0) {
    const which = sql`select id from vials where id = any(${ids}::integer[]) and state = 'stored' and order_id is not null`;
    await updateVials(work, sql`order_id = null, picked_at = null, packed_at = null`, which, by);
    await appendCustodyToMany(
      work,
      'bench.freed',
      reserved.map(({ patient, orderId, codes }) => ({
        patient,
        facts: { ...facts, order: orderId, codes, ...ofOperator },
      })),
    );
  }
  const held: string[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const codes = await updateVials(
      work,
      sql`held_at = coalesce(held_at, now()), hold_reason = ${reason}, hold_deviation_id = ${deviationId}::integer`,
      sql`select id from vials where id = any(${some}::integer[]) and state = 'stored'
        and hold_reason is distinct from 'missing'
        and (hold_reason, hold_deviation_id) is distinct from (${reason}::text, ${deviationId}::integer)`,
      by,
    );
    held.push(...codes);
  }
  await appendCustodyToMany(
    work,
    'bench.quarantined',
    (await groupByPatient(work, held)).map(({ patient, codes }) => ({
      patient,
      facts: { ...facts, reason, deviation: deviationId, codes, ...ofOperator },
    })),
  );
  return { held: held.length, freed: reserved.map(({ orderId, codes }) => ({ orderId, codes })) };
}

type CodesOfPatient = { readonly patient: Patient; readonly codes: string[] };

async function listReserved(
  work: Work,
  ids: readonly number[],
): Promise<(CodesOfPatient & { readonly orderId: number })[]> {
  const { rows } = await sql<{ patient_id: number; domain_id: number; order_id: number; codes: string[] }>`
    select patient_id, domain_id, order_id, array_agg(code order by id) as codes from vials
    where id = any(${ids}::integer[]) and state = 'stored' and order_id is not null
    group by patient_id, domain_id, order_id order by patient_id, order_id`.execute(work.db);
  return rows.map(({ patient_id, domain_id, order_id, codes }) => ({
    patient: { id: patient_id, domainId: domain_id },
    orderId: order_id,
    codes,
  }));
}

async function groupByPatient(work: Work, codes: readonly string[]): Promise<CodesOfPatient[]> {
  const { rows } = await sql<{ patient_id: number; domain_id: number; codes: string[] }>`
    select patient_id, domain_id, array_agg(code order by id) as codes from vials
    where code = any(${codes}::text[]) group by patient_id, domain_id order by patient_id`.execute(work.db);
  return rows.map((row) => ({ patient: { id: row.patient_id, domainId: row.domain_id }, codes: row.codes }));
}

import { readSterilityEndings } from '@vialkeep/contract/patient-overview.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownPatients, type PatientScope, patientScope } from './account-patients/patient-scope.ts';
import { today } from './today.ts';

const DAYS_AHEAD = 14;
const DAYS_BACK = 90;
const MOST_FINISHED = 500;

export const readSterilityEndingsHandler = handle(readSterilityEndings, async ({ access, db }) => {
  const scope = patientScope(access.listFilter());
  const [ending, finished] = await Promise.all([endings(db, scope), finishedSamples(db, scope)]);
  const counts = new Map(ending.map(({ day, count }) => [day, count]));
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => today(index));
  return { endings: days.map((day) => ({ day, count: counts.get(day) ?? 0 })), finished };
});

/** The current patients of a scope, or of whole sites. */
function patientsIn(db: Db, scope: PatientScope | null) {
  const columns = ['patient_id', 'stage', 'stage_since', 'sterility_end_date', 'sterility_complete'] as const;
  return scope === null
    ? db.selectFrom('patient_records').select(columns).where('is_current', '=', sql.lit(true))
    : ownPatients(db, scope).select(columns);
}

async function endings(db: Db, scope: PatientScope | null) {
  const { rows } = await sql<{ day: string; count: number }>`
    select sterility_end_date as day, count(*) as count from (${patientsIn(db, scope)}) patient
    where stage = 'sterility' and sterility_complete is not true
      and sterility_end_date >= ${today()}::date and sterility_end_date < ${today(DAYS_AHEAD)}::date
    group by sterility_end_date`.execute(db);
  return rows;
}

async function finishedSamples(db: Db, scope: PatientScope | null) {
  const { rows } = await sql<{ id: number; ready_on: string; days: number }>`
    select patient_id as id, record.date_vials_ready_to_ship as ready_on,
      record.date_vials_ready_to_ship - record.date_adipose_received_by_lab as days
    from (${patientsIn(db, scope)}) patient join patient_records record using (patient_id)
    where patient.stage = 'ready' and patient.stage_since between ${today(-DAYS_BACK)}::date and ${today()}::date
      and record.date_adipose_received_by_lab is not null
    order by patient.stage_since desc, patient_id desc limit ${sql.lit(MOST_FINISHED)}`.execute(db);
  return rows;
}

import { readSterilityEndings } from '@vialkeep/contract/patient-overview.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { patientScope } from './patient-scope.ts';
import { today } from './today.ts';

const DAYS_AHEAD = 14;
const DAYS_BACK = 90;
const MOST_FINISHED = 500;

export const readSterilityEndingsHandler = handle(readSterilityEndings, async ({ access, db }) => {
  const theirs = patientScope(access.listFilter());
  const [ending, finished] = await Promise.all([endings(db, theirs), finishedSamples(db, theirs)]);
  const counts = new Map(ending.map(({ day, count }) => [day, count]));
  const days = Array.from({ length: DAYS_AHEAD }, (_, index) => today(index));
  return { endings: days.map((day) => ({ day, count: counts.get(day) ?? 0 })), finished };
});

type Theirs = ReturnType<typeof patientScope>;

function records(db: Db, theirs: Theirs) {
  return db
    .selectFrom('patient_records')
    .where('is_current', '=', true)
    .where((eb) => eb.and([...whenDefined(theirs ?? undefined, (patients) => eb('patient_id', 'in', patients))]));
}

async function endings(db: Db, theirs: Theirs) {
  const rows = await records(db, theirs)
    .select((eb) => ['sterility_end_date as day', eb.fn.countAll<number>().as('count')])
    .where(sql<boolean>`stage = 'sterility' and sterility_complete is not true`)
    .where('sterility_end_date', '>=', today())
    .where('sterility_end_date', '<', today(DAYS_AHEAD))
    .groupBy('sterility_end_date')
    .execute();
  return rows.map(({ day, count }) => ({ day: day ?? '', count }));
}

async function finishedSamples(db: Db, theirs: Theirs) {
  return records(db, theirs)
    .select([
      'patient_id as id',
      sql<string>`date_vials_ready_to_ship`.as('ready_on'),
      sql<number>`date_vials_ready_to_ship - date_adipose_received_by_lab`.as('days'),
    ])
    .where('stage', '=', 'ready')
    .where('stage_since', '>=', today(-DAYS_BACK))
    .where('stage_since', '<=', today())
    .where('date_adipose_received_by_lab', 'is not', null)
    .orderBy('stage_since', 'desc')
    .orderBy('patient_id', 'desc')
    .limit(MOST_FINISHED)
    .execute();
}

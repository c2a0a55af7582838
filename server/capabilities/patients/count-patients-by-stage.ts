import { countPatientsByStage, type StageCount } from '@vialkeep/contract/patient-overview.ts';
import { Stage } from '@vialkeep/contract/stage.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { patientScope } from './patient-scope.ts';
import { today } from './today.ts';

const SOON_DAYS = 3;

export const countPatientsByStageHandler = handle(countPatientsByStage, async ({ access, db, query }) => {
  const theirs = patientScope(access.listFilter());
  const counts = theirs ? await countsOf(db, theirs, query) : await countsOfSites(db, query);
  const vials = theirs ? await vialsOf(db, theirs, query) : null;
  return Stage.options.map((stage) => ({
    ...(counts.find((count) => count.stage === stage) ?? none),
    stage,
    vials: vials && (vials.get(stage) ?? 0),
  }));
});

type Theirs = NonNullable<ReturnType<typeof patientScope>>;
type Query = { domain_id?: number | undefined };
type Counts = Omit<StageCount, 'stage' | 'vials'> & { stage: string };

const none: Omit<Counts, 'stage'> = { count: 0, oldest_days: null, late: 0, failed: 0, ending_soon: 0 };

const isLate = () => sql`stage <> 'ready' and estimated_date_vials_ready_to_ship < ${today()}::date`;
const isFailed = sql`stage = 'plating' and stemcell_plating_successful = 2`;
const isEnding = () => sql`stage = 'sterility' and sterility_complete is not true
  and sterility_end_date between ${today()}::date and ${today(SOON_DAYS)}::date`;
const daysSince = (day: ReturnType<typeof sql>) => sql`greatest(${today()}::date, ${day}) - ${day}`;

/** Whole sites: reads the stored counts, and only the late, failed and ending samples by their own partial indexes. */
async function countsOfSites(db: Db, { domain_id }: Query): Promise<Counts[]> {
  const onSite = domain_id === undefined ? sql`true` : sql`domain_id = ${domain_id}::integer`;
  const outstanding = (condition: ReturnType<typeof sql>) =>
    sql`(select domain_id, stage, count(*) as n from patient_records
      where is_current and ${condition} and ${onSite} group by domain_id, stage)`;
  const { rows } = await sql<Counts>`
    select stage, sum(kept.patients)::integer as count, ${daysSince(sql`min(longest.since)`)} as oldest_days,
      coalesce(sum(late.n), 0)::integer as late, coalesce(sum(failed.n), 0)::integer as failed,
      coalesce(sum(ending.n), 0)::integer as ending_soon
    from stage_counts kept
      left join ${outstanding(isLate())} late using (domain_id, stage)
      left join ${outstanding(isFailed)} failed using (domain_id, stage)
      left join ${outstanding(isEnding())} ending using (domain_id, stage)
      cross join lateral (select min(stage_since) as since from patient_records
        where is_current and patient_records.domain_id = kept.domain_id and patient_records.stage = kept.stage) longest
    where ${onSite} group by stage`.execute(db);
  return rows;
}

function recordsOf(db: Db, theirs: Theirs, { domain_id }: Query) {
  return db
    .selectFrom('patient_records')
    .where('patient_records.is_current', '=', true)
    .where('patient_records.patient_id', 'in', theirs)
    .where((eb) => eb.and([...whenDefined(domain_id, (id) => eb('patient_records.domain_id', '=', id))]));
}

async function countsOf(db: Db, theirs: Theirs, query: Query): Promise<Counts[]> {
  const those = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`;
  return recordsOf(db, theirs, query)
    .select((eb) => [
      'stage',
      eb.fn.countAll<number>().as('count'),
      sql<number | null>`${daysSince(sql`min(stage_since)`)}`.as('oldest_days'),
      those(isLate()).as('late'),
      those(isFailed).as('failed'),
      those(isEnding()).as('ending_soon'),
    ])
    .groupBy('stage')
    .execute();
}

async function vialsOf(db: Db, theirs: Theirs, query: Query): Promise<Map<string, number>> {
  const rows = await recordsOf(db, theirs, query)
    .innerJoin('vials', 'vials.patient_id', 'patient_records.patient_id')
    .select((eb) => ['patient_records.stage', eb.fn.countAll<number>().as('vials')])
    .where('vials.state', '=', 'stored')
    .groupBy('patient_records.stage')
    .execute();
  return new Map(rows.map(({ stage, vials }) => [stage, vials]));
}

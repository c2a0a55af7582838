import { countPatientsByStage, type StageCount } from '@vialkeep/contract/patient-overview.ts';
import { Stage } from '@vialkeep/contract/stage.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownPatients, type PatientScope, patientScope } from './account-patients/patient-scope.ts';
import { today } from './today.ts';

const SOON_DAYS = 3;

export const countPatientsByStageHandler = handle(countPatientsByStage, async ({ access, db, query }) => {
  const scope = patientScope(access.listFilter());
  const counts = await countsOf(db, scope, query);
  const none = { count: 0, vials: scope === null ? null : 0, oldest_days: null, late: 0, failed: 0, ending_soon: 0 };
  return Stage.options.map((stage) => ({ ...(counts.find((count) => count.stage === stage) ?? none), stage }));
});

type Query = { domain_id?: number | undefined };
type Counts = Omit<StageCount, 'stage'> & { stage: string };

function countsOf(db: Db, scope: PatientScope | null, query: Query): Promise<Counts[]> {
  if (scope === null) return storedCounts(db, ofSites, query);
  return typeof scope === 'number' ? storedCounts(db, ofAccount(scope), query) : countsOfSeveral(db, scope, query);
}

const isLate = () => sql`stage <> 'ready' and estimated_date_vials_ready_to_ship < ${today()}::date`;
const isFailed = sql`stage = 'plating' and stemcell_plating_successful = 2`;
const isEnding = () => sql`stage = 'sterility' and sterility_complete is not true
  and sterility_end_date between ${today()}::date and ${today(SOON_DAYS)}::date`;
const daysSince = (day: RawBuilder<unknown>) => sql<number | null>`greatest(${today()}::date, ${day}) - ${day}`;

type Stored = { readonly counts: RawBuilder<unknown>; readonly patients: RawBuilder<unknown> };

/** The stored counts of each site and stage, and the rows behind them. */
const ofSites: Stored = {
  counts: sql`select domain_id, stage, patients, null::integer as stored_vials from stage_counts`,
  patients: sql`patient_records where is_current`,
};

const ofAccount = (id: number): Stored => ({
  counts: sql`select domain_id, stage, sum(patients) as patients, sum(stored_vials) as stored_vials
    from account_patient_counts where account_id = ${id}::integer and is_current
    group by domain_id, stage having sum(patients) > 0`,
  patients: sql`account_patients where account_id = ${id}::integer and is_current`,
});

/**
 * Counts no rows but the late, failed and ending samples, which have partial indexes. Each is materialized: for an
 * account whose size it does not know, PostgreSQL would count them again for every stage.
 */
async function storedCounts(db: Db, { counts, patients }: Stored, { domain_id }: Query): Promise<Counts[]> {
  const onSite = domain_id === undefined ? sql`true` : sql`domain_id = ${domain_id}::integer`;
  const outstanding = (condition: RawBuilder<unknown>) =>
    sql`materialized (select domain_id, stage, count(*) as n from ${patients} and ${condition} and ${onSite} group by 1, 2)`;
  const { rows } = await sql<Counts>`
    with late as ${outstanding(isLate())}, failed as ${outstanding(isFailed)}, ending as ${outstanding(isEnding())}
    select stage, sum(kept.patients)::integer as count, sum(kept.stored_vials)::integer as vials,
      ${daysSince(sql`min(longest.since)`)} as oldest_days,
      coalesce(sum(late.n), 0)::integer as late, coalesce(sum(failed.n), 0)::integer as failed,
      coalesce(sum(ending.n), 0)::integer as ending_soon
    from (${counts}) kept
      left join late using (domain_id, stage)
      left join failed using (domain_id, stage)
      left join ending using (domain_id, stage)
      cross join lateral (select min(stage_since) as since from ${patients}
        and domain_id = kept.domain_id and stage = kept.stage) longest
    where ${onSite} group by stage`.execute(db);
  return rows;
}

/** A patient of two of these accounts counts once, so that their stored counts cannot be added. */
async function countsOfSeveral(db: Db, accounts: PatientScope, { domain_id }: Query): Promise<Counts[]> {
  const those = (condition: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${condition})`;
  return ownPatients(db, accounts)
    .select((eb) => [
      'patient.stage',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number>('patient.stored_vials').as('vials'),
      daysSince(sql`min(stage_since)`).as('oldest_days'),
      those(isLate()).as('late'),
      those(isFailed).as('failed'),
      those(isEnding()).as('ending_soon'),
    ])
    .where((eb) => eb.and(whenDefined(domain_id, (id) => eb('patient.domain_id', '=', id))))
    .groupBy('patient.stage')
    .execute();
}

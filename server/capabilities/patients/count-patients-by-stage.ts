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

async function countsOf(db: Db, scope: PatientScope | null, query: Query): Promise<Counts[]> {
  if (scope !== null && typeof scope !== 'number') return countsOfSeveral(db, scope, query);
  return (await selectStoredCounts(scope, query).execute(db)).rows;
}

const isLate = () => sql`stage <> 'ready' and estimated_date_vials_ready_to_ship < ${today()}::date`;
const isFailed = sql`stage = 'plating' and stemcell_plating_successful = 2`;
const isEnding = () => sql`stage = 'sterility' and sterility_complete is not true
  and sterility_end_date between ${today()}::date and ${today(SOON_DAYS)}::date`;
const daysSince = (day: RawBuilder<unknown>) => sql<number | null>`greatest(${today()}::date, ${day}) - ${day}`;

type Stored = {
  readonly counts: RawBuilder<unknown>;
  readonly days: RawBuilder<unknown>;
  readonly patients: RawBuilder<unknown>;
};

/** The stored counts of each site and stage, and the rows behind them. */
const ofSites: Stored = {
  counts: sql`select domain_id, stage, patients, null::integer as stored_vials from stage_counts`,
  days: sql`stage_days where account_id is null`,
  patients: sql`patient_records where is_current`,
};

const ofAccount = (id: number): Stored => ({
  counts: sql`select domain_id, stage, sum(patients) as patients, sum(stored_vials) as stored_vials
    from account_patient_counts where account_id = ${id}::integer and is_current
    group by domain_id, stage having sum(patients) > 0`,
  days: sql`stage_days where account_id = ${id}::integer`,
  patients: sql`account_patients where account_id = ${id}::integer and is_current`,
});

/** Counts no rows: the late and ending samples are sums of days, and the oldest sample of a stage is the first of an index. */
export function selectStoredCounts(account: number | null, { domain_id }: Query): RawBuilder<Counts> {
  const { counts, days, patients } = account === null ? ofSites : ofAccount(account);
  const onSite = domain_id === undefined ? sql`true` : sql`domain_id = ${domain_id}::integer`;
  const those = (condition: RawBuilder<unknown>) => sql`coalesce(sum(patients) filter (where ${condition}), 0)`;
  return sql<Counts>`
    with outstanding as materialized (
      select domain_id, stage, ${those(sql`what = 'estimated' and day < ${today()}::date`)} as late,
        ${those(sql`what = 'failed'`)} as failed,
        ${those(sql`what = 'test_ends' and day between ${today()}::date and ${today(SOON_DAYS)}::date`)} as ending
      from ${days} and ${onSite} group by domain_id, stage)
    select stage, sum(kept.patients)::integer as count, sum(kept.stored_vials)::integer as vials,
      ${daysSince(sql`min(longest.since)`)} as oldest_days,
      coalesce(sum(late), 0)::integer as late, coalesce(sum(failed), 0)::integer as failed,
      coalesce(sum(ending), 0)::integer as ending_soon
    from (${counts}) kept
      left join outstanding using (domain_id, stage)
      left join lateral (select stage_since as since from ${patients} and domain_id = kept.domain_id
        and stage = kept.stage and stage_since is not null order by stage_since limit 1) longest on true
    where ${onSite} group by stage`;
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

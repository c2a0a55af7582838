import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

export type AccountPatientsFault = { readonly about: string; readonly fault: string };

/** Compares the patients of every account with their relations, records and vials, and the stored counts and days with both. */
export async function verifyAccountPatients(db: Db): Promise<AccountPatientsFault[]> {
  const { rows: patients } = await sql<AccountPatientsFault>`
    select 'Patient #' || coalesce(kept.patient_id, expected.patient_id) || ' of account #'
        || coalesce(kept.account_id, expected.account_id) as about,
      case when kept is null then 'is missing in the list' when expected is null then 'is listed without a relation'
        else 'is listed with outdated values' end as fault
    from account_patients kept full join expected_account_patients expected using (account_id, patient_id, kind)
    where to_jsonb(kept) is distinct from to_jsonb(expected)
    order by coalesce(kept.account_id, expected.account_id), coalesce(kept.patient_id, expected.patient_id)`.execute(
    db,
  );
  const { rows: counts } = await sql<AccountPatientsFault>`
    select 'Account #' || account_id as about, 'the stored numbers of patients or vials in stage ' || stage || ' are wrong' as fault
    from (
      select account_id, kind, center_id, is_current, stage, patients, stored_vials from account_patient_counts
      union all
      select account_id, kind, center_id, is_current, stage, -count(*), -sum(stored_vials) from account_patients
      group by account_id, kind, center_id, is_current, stage
    ) both_ways
    group by account_id, kind, center_id, is_current, stage
    having sum(patients) <> 0 or sum(stored_vials) <> 0
    order by account_id, stage`.execute(db);
  const { rows: days } = await sql<AccountPatientsFault>`
    select coalesce('Account #' || account_id, 'Site ' || domain_id) as about,
      'the stored number of samples in stage ' || stage || ' (' || what || coalesce(' ' || day, '') || ') is wrong' as fault
    from (
      select domain_id, account_id, stage, what, day, patients from stage_days
      union all select domain_id, account_id, stage, what, day, -patients from expected_stage_days
    ) both_ways
    group by domain_id, account_id, stage, what, day having sum(patients) <> 0
    order by account_id, domain_id, stage, what, day`.execute(db);
  return [...patients, ...counts, ...days];
}

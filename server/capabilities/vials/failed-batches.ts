import { sql } from 'kysely';

/** A vial whose batch has failed, or has failed a test that the lab requires. Such a vial is not free to leave. */
export const isOfFailedBatch = sql<boolean>`exists (
  select from batches where batches.id = vials.batch_id and (batches.state = 'failed' or exists (
    select from qc_results join lab_settings on lab_settings.lab_id = batches.lab_id
    where qc_results.batch_id = batches.id and qc_results.verdict = 'fail'
      and qc_results.test = any(lab_settings.required_tests)
      and not exists (select from qc_results later where later.replaces_id = qc_results.id))))`;

-- The late, failed and ending samples of an account are counted from these indexes alone: the columns of the site's policy
-- and of the groups are in them.

drop index account_patients_expected, account_patients_failed, account_patients_in_test;

create index account_patients_expected on account_patients
  (account_id, estimated_date_vials_ready_to_ship, patient_id) include (domain_id, stage)
  where is_current and stage <> 'ready';

create index account_patients_failed on account_patients (account_id, stage_since, patient_id)
  include (domain_id, stage)
  where is_current and stage = 'plating' and stemcell_plating_successful = 2;

create index account_patients_in_test on account_patients (account_id, sterility_end_date, patient_id)
  include (domain_id, stage)
  where is_current and stage = 'sterility' and sterility_complete is not true;

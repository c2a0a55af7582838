import { userCsvColumns } from '@vialkeep/contract/users-csv.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { ExportConnection } from '../../kernel/db/export-connection.ts';
import { trimmedText } from '../../kernel/db/trimmed-text.ts';
import { copiedCsv } from '../../kernel/http/forms/copied-csv.ts';
import type { Services } from '../../kernel/services.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { profilesAt } from '../cards/index.ts';
import { type UserFilters, usersMatching, withNetworkNames } from '../network/index.ts';
import { vialCountsByPatient } from '../vials/index.ts';

type UsersFileRequest = {
  readonly db: Db;
  readonly actor: Actor;
  readonly filters: UserFilters;
  readonly services: Pick<Services, 'payments'>;
};

export function usersFile(connection: ExportConnection, request: UsersFileRequest): AsyncGenerator<Buffer> {
  const columns = userCsvColumns.map(([name]) => name);
  return copiedCsv(connection, columns, usersFileQuery(request).compile());
}

/** The cells of `userCsvColumns`, in their order. */
export function usersFileQuery({ db, actor, filters, services }: UsersFileRequest) {
  // Processing data and vials are shown of patients only, not of former ones.
  const isPatient = sql<boolean>`users.plan_id = 2`;
  return withNetworkNames(db, usersMatching(db, actor, filters))
    .with(
      (cte) => cte('vial_counts').materialized(),
      () => vialCountsByPatient(db).where(sql<boolean>`patient_id in (select id from chosen)`),
    )
    .selectFrom('network_names')
    .innerJoin('users', 'users.id', 'network_names.id')
    .innerJoin('plans', 'plans.id', 'users.plan_id')
    .leftJoin('patient_records as record', (join) => join.onRef('record.patient_id', '=', 'users.id').on(isPatient))
    .leftJoin('vial_counts', 'vial_counts.patient_id', 'users.id')
    .leftJoin(profilesAt(db, services.payments.name).as('profile'), 'profile.user_id', 'users.id')
    .select([
      'users.id',
      trimmedText(sql.ref('users.username')).as('name'),
      'users.email',
      sql`to_char(users.date_joined at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('date_joined'),
      'users.company',
      'users.phone_number',
      'plans.name as plan',
      'record.date_adipose_shipped_to_lab',
      'record.date_adipose_received_by_lab',
      'record.estimated_date_vials_ready_to_ship',
      'record.date_vials_ready_to_ship',
      'record.number_times_qc_done',
      'record.stemcell_plating_initiated_date',
      yesNo('record.stemcell_plating_successful = 1').as('plating_successful'),
      yesNo('record.hla_typing_test = 1').as('hla_typing_test'),
      'record.sterility_start_date',
      'record.sterility_end_date',
      yesNo('record.sterility_complete').as('sterility_complete'),
      'record.vials_preparation',
      'network_names.rep',
      'network_names.harvest_centers',
      'network_names.referral_centers',
      sql`case when ${isPatient} then coalesce(vial_counts.available, 0) end`.as('vials_available'),
      sql`case when ${isPatient} then coalesce(vial_counts.shipped, 0) end`.as('vials_shipped'),
      'users.address1',
      'users.address2',
      'users.city',
      'users.country_desc',
      'users.state_desc',
      'users.zip_code',
      'users.document_id',
      'users.template_id',
      'network_names.manager',
      'record.lab_id',
      'network_names.distributor',
      'network_names.staff',
      'profile.card_id',
      'profile.customer_id',
    ])
    .orderBy('users.id', 'desc');
}

/** Empty where the condition is neither true nor false. */
function yesNo(condition: string) {
  return sql`case ${sql.raw(condition)} when true then 'Yes' when false then 'No' end`;
}

import { readVialStock } from '@vialkeep/contract/patient-overview.ts';
import { sql } from 'kysely';
import { handle } from '../../kernel/http/handle.ts';
import { patientScope, selectOwnPatients } from './account-patients/patient-scope.ts';
import { today } from './today.ts';

const MONTHS_BACK = 11;

/** Vials per month for a clinic's dashboard. The stock of a month is the sum of the entries up to its end. */
export const readVialStockHandler = handle(readVialStock, async ({ access, db }) => {
  const scope = patientScope(access.listFilter());
  if (scope === null) return [];
  const entries = db
    .selectFrom('vial_entries')
    .select(['date', sql<number>`case type when 'added' then quantity else -quantity end`.as('change')])
    .where('vial_entries.deleted_at', 'is', null)
    .where('vial_entries.patient_id', 'in', selectOwnPatients(db, scope));
  const { rows } = await sql<{ month: string; available: number }>`
    select to_char(month, 'YYYY-MM') as month, coalesce(sum(change), 0)::integer as available
    from generate_series(0, ${MONTHS_BACK}::integer) back
      cross join lateral (select date_trunc('month', ${today()}::timestamp) - make_interval(months => back) as month) months
      left join ${entries.as('entries')} on entries.date < month + interval '1 month'
    group by month order by month`.execute(db);
  return rows;
});

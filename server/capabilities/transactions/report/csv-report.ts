import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { ExportConnection } from '../../../kernel/db/export-connection.ts';
import { copiedCsv } from '../../../kernel/http/forms/copied-csv.ts';
import { type Filters, matchesFilters } from '../transactions.filters.ts';
import { reportColumns } from './report-columns.ts';

export function csvReport(db: Db, connection: ExportConnection, filters: Filters): AsyncGenerator<Buffer> {
  return copiedCsv(connection, reportColumns, reportQuery(db, filters).compile());
}

/** The cells of `reportColumns`, in their order. */
function reportQuery(db: Db, filters: Filters) {
  return db
    .selectFrom((eb) => eb.selectFrom('transactions').selectAll().where(matchesFilters(filters)).as('sale'))
    .leftJoin('domains', 'domains.id', 'sale.domain_id')
    .leftJoin('users as center', 'center.id', 'sale.center_id')
    .leftJoin('users as referral_center', 'referral_center.id', 'sale.referral_center_id')
    .leftJoin('users as staff', 'staff.id', 'sale.staff_id')
    .leftJoin('users as patient', 'patient.id', 'sale.patient_id')
    .leftJoin('users as rep', 'rep.id', 'sale.rep_id')
    .leftJoin('users as manager', 'manager.id', 'sale.manager_id')
    .leftJoin('users as distributor', 'distributor.id', 'sale.distributor_id')
    .leftJoin('products', 'products.id', 'sale.product_id')
    .select([
      'sale.id',
      sql`date_trunc('second', sale.date at time zone 'UTC')`.as('moment'),
      'domains.name as domain',
      'sale.center_id',
      clinicName('center').as('center'),
      'sale.referral_center_id',
      clinicName('referral_center').as('referral_center'),
      'staff.username as staff',
      'sale.patient_id',
      'patient.username as patient',
      'sale.rep_id',
      'rep.username as rep',
      'sale.manager_id',
      'manager.username as manager',
      'sale.distributor_id',
      'distributor.username as distributor',
      'products.name as product',
      'sale.quantity',
      sql`sale.amount_cents * 0.01`.as('amount'),
      'sale.coupon_code',
      sql`sale.discount_cents * 0.01`.as('discount'),
      sql`case when sale.commission_paid then 'Yes' else 'No' end`.as('commission_paid'),
    ])
    .orderBy('sale.date', 'desc')
    .orderBy('sale.id', 'desc');
}

/** A clinic without a company is shown by its user's name. */
function clinicName(clinic: 'center' | 'referral_center') {
  const [company, username] = [sql.ref(`${clinic}.company`), sql.ref(`${clinic}.username`)];
  return sql<string>`case when ${company} = '' then ${username} else ${company} end`;
}

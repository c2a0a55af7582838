import { MOST_TRACED, type StoredSource, type Trace } from '@vialkeep/contract/deviations.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import type { Lab } from '../lab-policy/index.ts';
import { type TracedIds, traceIds } from './trace-ids.ts';
import { clinicName, concernedClinics, tracedVials } from './trace-rows.ts';

type TraceShown = z.input<typeof Trace>;
type RowsOf<List extends Exclude<keyof TraceShown, 'counts'>> = TraceShown[List];

/** All that a source has touched, with counts of everything and the first rows of each list. */
export async function loadTrace(db: Db, lab: Lab, source: StoredSource): Promise<TraceShown> {
  return presentTrace(db, await traceIds(db, lab, source));
}

export async function presentTrace(db: Db, ids: TracedIds): Promise<TraceShown> {
  const [counts, vials, shipments, patients, clinics, orders] = await Promise.all([
    countTraced(db, ids),
    listVials(db, ids.vials),
    listShipments(db, ids.vials),
    listPatients(db, ids.vials),
    listClinics(db, ids),
    listOrders(db, ids.vials),
  ]);
  const [batches, arrivals, kits, lots] = await Promise.all([
    listFrom<RowsOf<'batches'>>(
      db,
      sql`select id as batch_id, code, state, patient_id from batches
      where id = any(${ids.batches}::integer[]) order by id`,
    ),
    listFrom<RowsOf<'arrivals'>>(
      db,
      sql`select id as arrival_id, ${isoTime('arrived_at')} as arrived_at, decision, patient_id
      from arrivals_in_use where id = any(${ids.arrivals}::integer[]) order by id`,
    ),
    listFrom<RowsOf<'kits'>>(
      db,
      sql`select id as kit_id, code, state from kits
      where id = any(${ids.kits}::integer[]) order by id`,
    ),
    listFrom<RowsOf<'lots'>>(
      db,
      sql`select id as lot_id, name as product, lot, held_by is not null as is_held from lots
      where id = any(${ids.lots}::integer[]) order by id`,
    ),
  ]);
  return { counts, vials, shipments, patients, clinics, orders, batches, arrivals, kits, lots };
}

const isoTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function listFrom<Rows extends readonly unknown[]>(db: Db, rows: RawBuilder<unknown>): Promise<Rows> {
  const found = await sql`${rows} limit ${MOST_TRACED}`.execute(db);
  // @NOTE each caller names the columns of its own text, and the route's schema parses them again.
  return found.rows as unknown as Rows;
}

async function countTraced(db: Db, ids: TracedIds): Promise<TraceShown['counts']> {
  const { rows } = await sql<{ patients: number; orders: number; shipments: number; clinics: number }>`
    select count(distinct patient_id)::integer as patients, count(distinct order_id)::integer as orders,
      count(distinct shipped_entry_id)::integer as shipments,
      (select count(distinct clinic_id)::integer from ${concernedClinics(ids)}) as clinics
    from vials where id = any(${ids.vials}::integer[])`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('The trace was not counted.');
  return {
    ...counted,
    vials: ids.vials.length,
    batches: ids.batches.length,
    arrivals: ids.arrivals.length,
    kits: ids.kits.length,
    lots: ids.lots.length,
  };
}

const consignee = sql`case when consignee.id is not null then
  json_build_object('id', consignee.id, 'name', coalesce(nullif(consignee.company, ''), consignee.username)) end`;

function listVials(db: Db, ids: readonly number[]) {
  return listFrom<RowsOf<'vials'>>(
    db,
    sql`select traced.code, traced.state, traced.held, traced.patient_id, traced.batch_code, traced.order_code,
        ${consignee} as consignee, traced.shipped_on::text, traced.tracking_number
      from ${tracedVials(ids)} left join users consignee on consignee.id = traced.consignee_id
      order by traced.state <> 'shipped', traced.id`,
  );
}

function listShipments(db: Db, ids: readonly number[]) {
  return listFrom<RowsOf<'shipments'>>(
    db,
    sql`select traced.shipped_entry_id as entry_id, min(traced.shipped_on)::text as shipped_on,
        coalesce(min(traced.tracking_number), '') as tracking_number,
        ${consignee} as consignee, min(traced.patient_id) as patient_id, count(*)::integer as vials
      from ${tracedVials(ids)} left join users consignee on consignee.id = traced.consignee_id
      where traced.shipped_entry_id is not null
      group by traced.shipped_entry_id, consignee.id, consignee.company, consignee.username
      order by traced.shipped_entry_id desc`,
  );
}

function listPatients(db: Db, ids: readonly number[]) {
  return listFrom<RowsOf<'patients'>>(
    db,
    sql`select patient_id, count(*)::integer as vials, (count(*) filter (where state = 'shipped'))::integer as shipped
      from vials where id = any(${ids}::integer[]) group by patient_id order by shipped desc, patient_id`,
  );
}

function listClinics(db: Db, ids: TracedIds) {
  return listFrom<RowsOf<'clinics'>>(
    db,
    sql`select clinic.id, ${clinicName} as name, count(distinct concerned.vial_id)::integer as vials,
        (count(distinct concerned.vial_id) filter (where concerned.is_consignee))::integer as shipped
      from ${concernedClinics(ids)} join users clinic on clinic.id = concerned.clinic_id
      group by clinic.id order by shipped desc, clinic.id`,
  );
}

function listOrders(db: Db, ids: readonly number[]) {
  return listFrom<RowsOf<'orders'>>(
    db,
    sql`select distinct vial_orders.id as order_id, vial_orders.code, vial_orders.state, vial_orders.patient_id
      from vials join vial_orders on vial_orders.id = vials.order_id
      where vials.id = any(${ids}::integer[]) order by vial_orders.id`,
  );
}

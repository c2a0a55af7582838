import type { World } from '../world.ts';
import { newCode } from './fill-bench.ts';

export const storagePlaceThings = ['place', 'stockCount', 'vialOrder'] as const;
export type StoragePlaceThing = (typeof storagePlaceThings)[number];

/** A box of a lab, an open count of it, and an order that is not paid yet. */
export async function addPlaceRecords(world: World, labId: number): Promise<Record<StoragePlaceThing, number>> {
  const [row] = await world.sql<Record<StoragePlaceThing, number>>(
    `with lab as (select id, domain_id from users where id = $1),
     facility as (
       insert into places (domain_id, lab_id, kind, name, code)
       select domain_id, id, 'facility', $2, $2 from lab returning id
     ), box as (
       insert into places (domain_id, lab_id, parent_id, kind, name, code, rows, columns)
       select lab.domain_id, lab.id, facility.id, 'box', $3, $3, 2, 2 from lab, facility returning id
     ), counted as (
       insert into stock_counts (domain_id, lab_id, box_id) select lab.domain_id, lab.id, box.id from lab, box
       returning box_id, id
     ), patient as (
       insert into users (domain_id, plan_id, email, first_name, last_name)
       select domain_id, 2, gen_random_uuid() || '@orders.test', 'Of', 'Matrix' from lab returning id
     ), checkout as (
       insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents, gateway,
         reference)
       select lab.domain_id, patient.id, patient.id, 1, sha256('matrix'), '{}', 100, 'bench', $4 from lab, patient
       returning id
     ), ordered as (
       insert into vial_orders (domain_id, lab_id, patient_id, checkout_id, product_id, quantity, code)
       select lab.domain_id, lab.id, patient.id, checkout.id, 2, 1, $5 from lab, patient, checkout returning id
     )
     select counted.box_id as place, counted.id as "stockCount", ordered.id as "vialOrder" from counted, ordered`,
    [labId, newCode(), newCode(), `M-${newCode()}`, newCode()],
  );
  if (!row) throw new Error('The places were not made.');
  return row;
}

/** A step at the bench, whose position and operator only some callers read. */
export async function addBenchEvent(world: World, patientId: number): Promise<void> {
  await world.sql(
    `insert into custody_events (patient_id, domain_id, kind, facts, request_id)
     select id, domain_id, 'bench.taken', '{"codes": [], "from_box": 1, "from_position": 1, "operator": 1}', 'matrix'
     from users where id = $1`,
    [patientId],
  );
}

/** An operator of a lab, whose PIN opens no shift. */
export async function addOperatorOf(world: World, labId: number): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into lab_operators (domain_id, lab_id, name, code, pin_hash)
     select domain_id, id, 'Ann Matrix', $2, '$argon2id$none' from users where id = $1 returning id`,
    [labId, newCode()],
  );
  return row?.id ?? 0;
}

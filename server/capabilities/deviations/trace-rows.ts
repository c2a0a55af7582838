import { type RawBuilder, sql } from 'kysely';
import type { TracedIds } from './trace-ids.ts';

/**
 * The touched vials with the patient's clinic, and for a shipped one its parcel and consignee: the clinic that ordered it,
 * or else the patient's. The rows are named `traced`.
 */
export function tracedVials(ids: readonly number[]): RawBuilder<unknown> {
  return sql`(
    select vials.id, vials.code, vials.state, vials.held_at is not null as held, vials.patient_id, vials.domain_id,
      vials.batch_id, vials.order_id, vials.shipped_entry_id, batches.code as batch_code,
      of_order.code as order_code, of_order.state as order_state, center.id as center_id,
      case when vials.state = 'shipped' then coalesce(buyer.id, center.id) end as consignee_id,
      parcel.date as shipped_on,
      coalesce(nullif(parcel.tracking_id, ''), nullif(of_order.tracking_number, '')) as tracking_number
    from vials
      left join batches on batches.id = vials.batch_id
      left join vial_orders of_order on of_order.id = vials.order_id
      left join checkouts on checkouts.id = of_order.checkout_id
      left join users buyer on buyer.id = checkouts.buyer_id and buyer.plan_id in (4, 5)
      left join vial_entries parcel on parcel.id = vials.shipped_entry_id
      left join lateral (
        select object_id as id from active_relations
        where subject_id = vials.patient_id and kind = 'center' order by active_relations.id limit 1
      ) center on true
    where vials.id = any(${ids}::integer[])
  ) traced`;
}

/**
 * Which clinic has to do with which vial: the patient's, the consignee, and the one that took the tissue. A clinic that
 * only has kits of the lot comes without a vial. The rows are named `concerned`.
 */
export function concernedClinics({ vials, kits }: TracedIds): RawBuilder<unknown> {
  return sql`(
    with touched as materialized (select * from ${tracedVials(vials)})
    select clinic_id, id as vial_id, patient_id, code, state, shipped_on, tracking_number, consignee_id = clinic_id as is_consignee
    from (
      select center_id as clinic_id, touched.* from touched
      union select consignee_id, touched.* from touched
      union select harvests.center_id, touched.* from touched
        join batches on batches.id = touched.batch_id
        join arrivals on arrivals.id = batches.arrival_id
        join harvests on harvests.id = arrivals.harvest_id
    ) of_vials where clinic_id is not null
    union all
    select distinct center_id, null::integer, null::integer, null::text, null::text, null::date, null::text, false
    from kits where id = any(${kits}::integer[]) and center_id is not null
  ) concerned`;
}

/** How a clinic is called in lists. */
export const clinicName = sql<string>`coalesce(nullif(clinic.company, ''), clinic.username)`;

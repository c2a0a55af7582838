import {
  type Arrival,
  ArrivalCondition,
  ArrivalDecision,
  ArrivalIndicator,
  KitFault,
} from '@vialkeep/contract/arrivals.ts';
import { ArrivalId, DeviationId, HarvestId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import { PHOTO_FOLDER } from '../intake.uploads.ts';

export function arrivalRows(db: Db, labId: number) {
  return db
    .selectFrom('arrivals_in_use as arrivals')
    .innerJoin('users', 'users.id', 'arrivals.patient_id')
    .leftJoin('kits', 'kits.id', 'arrivals.kit_id')
    .leftJoin('lab_operators', 'lab_operators.id', 'arrivals.operator_id')
    .select(['arrivals.id', 'arrivals.patient_id', 'users.username', 'arrivals.harvest_id', 'arrivals.kit_id'])
    .select(['kits.code as kit_code', 'arrivals.kit_fault'])
    .select(['arrivals.tracking_number', 'arrivals.arrived_at', 'arrivals.condition', 'arrivals.indicator'])
    .select(['arrivals.temperature_c', 'arrivals.identity_matches', 'arrivals.transit_minutes'])
    .select(['arrivals.window_minutes', 'arrivals.decision', 'arrivals.reason', 'lab_operators.name as operator'])
    .select([
      sql<string[]>`array(select file from arrival_photos where arrival_id = arrivals.id order by n)`.as('photos'),
      // An arrival that was corrected may have several: the one to act on is open, or else the latest.
      sql<number | null>`(select deviations.id from deviations where deviations.lab_id = arrivals.lab_id
        and deviations.source ->> 'arrival' = arrivals.id::text
        order by (deviations.state = 'open') desc, deviations.id desc limit 1)`.as('deviation_id'),
    ])
    .select([earlierInspections.as('earlier')])
    .where('arrivals.lab_id', '=', labId);
}

type Earlier = z.input<typeof Arrival>['earlier'];

/** What an arrival said before each of its corrections; the last one is what it says now. */
const earlierInspections = sql<Earlier>`coalesce((
  select jsonb_agg(jsonb_build_object('tracking_number', said.tracking_number,
      'arrived_at', ${isoTime('said.arrived_at')}, 'condition', said.condition, 'indicator', said.indicator,
      'temperature_c', said.temperature_c, 'identity_matches', said.identity_matches,
      'transit_minutes', said.transit_minutes, 'decision', said.decision, 'reason', said.reason,
      'operator', operators.name, 'corrected_at', ${isoTime('said.corrected_at')}) order by said.corrected_at, said.n)
  from (select versions.*, lead(versions.at) over (order by versions.n) as corrected_at
    from (select 0 as n, null::timestamptz as at, first.tracking_number, first.arrived_at, first.condition,
        first.indicator, first.temperature_c, first.identity_matches, first.transit_minutes, first.decision,
        first.reason, first.operator_id from arrivals first where first.id = arrivals.id
      union all
      select id, at, tracking_number, arrived_at, condition, indicator, temperature_c, identity_matches,
        transit_minutes, decision, reason, operator_id from arrival_corrections where arrival_id = arrivals.id
    ) versions) said
  left join lab_operators operators on operators.id = said.operator_id
  where said.corrected_at is not null), '[]')`;

function isoTime(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

type ArrivalRow = Awaited<ReturnType<ReturnType<typeof arrivalRows>['execute']>>[number];

export function presentArrival(row: ArrivalRow): z.input<typeof Arrival> {
  const { patient_id, username, kit_id: _kit, ...rest } = row;
  return {
    ...rest,
    id: ArrivalId.parse(row.id),
    patient: { id: UserId.parse(patient_id), name: username },
    harvest_id: row.harvest_id === null ? null : HarvestId.parse(row.harvest_id),
    arrived_at: row.arrived_at.toISOString(),
    condition: ArrivalCondition.parse(row.condition),
    indicator: ArrivalIndicator.parse(row.indicator),
    decision: ArrivalDecision.parse(row.decision),
    kit_fault: KitFault.nullable().parse(row.kit_fault),
    photos: row.photos.map((name) => name.slice(PHOTO_FOLDER.length + 1)),
    deviation_id: row.deviation_id === null ? null : DeviationId.parse(row.deviation_id),
  };
}

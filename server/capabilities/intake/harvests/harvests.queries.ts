import type { Harvest } from '@vialkeep/contract/harvests.ts';
import { ArrivalId, HarvestId, KitId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';

/** Harvests with the patient as `users`, so that a rule about patients can filter them. */
export function harvestRows(db: Db) {
  return db
    .selectFrom('harvests')
    .innerJoin('users', 'users.id', 'harvests.patient_id')
    .innerJoin('kits', 'kits.id', 'harvests.kit_id')
    .innerJoin('users as center', 'center.id', 'harvests.center_id')
    .leftJoin('lab_settings', 'lab_settings.lab_id', 'harvests.lab_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('arrivals_in_use')
          .select(['arrivals_in_use.id', 'arrivals_in_use.is_taken_back'])
          .whereRef('arrivals_in_use.harvest_id', '=', 'harvests.id')
          // One that a correction has rejected may have been recorded anew.
          .orderBy('arrivals_in_use.is_taken_back')
          .orderBy('arrivals_in_use.id', 'desc')
          .limit(1)
          .as('arrivals'),
      (join) => join.onTrue(),
    )
    .select(['harvests.id', 'harvests.kit_id', 'harvests.patient_id', 'harvests.center_id', 'harvests.harvested_at'])
    .select(['harvests.volume_ml', 'harvests.note', 'kits.code as kit_code', 'users.username', 'center.company'])
    .select([
      'arrivals.id as arrival_id',
      'arrivals.is_taken_back',
      sql<number>`coalesce(lab_settings.tissue_hours, 72)`.as('tissue_hours'),
    ]);
}

export type HarvestRow = Awaited<ReturnType<ReturnType<typeof harvestRows>['execute']>>[number];

export function presentHarvest(row: HarvestRow): z.input<typeof Harvest> {
  return {
    id: HarvestId.parse(row.id),
    kit_id: KitId.parse(row.kit_id),
    kit_code: row.kit_code,
    patient: { id: UserId.parse(row.patient_id), name: row.username },
    center: { id: UserId.parse(row.center_id), company: row.company },
    harvested_at: row.harvested_at.toISOString(),
    volume_ml: row.volume_ml,
    note: row.note,
    tissue_hours: row.tissue_hours,
    arrival_id: row.arrival_id === null ? null : ArrivalId.parse(row.arrival_id),
    may_arrive_again: row.is_taken_back ?? false,
  };
}

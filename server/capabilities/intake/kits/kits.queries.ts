import { KitId, LotId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type Kit, KitState } from '@vialkeep/contract/kits.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import { isExpired } from './lots.queries.ts';

export function kitRows(db: Db, labId: number) {
  return db
    .selectFrom('kits')
    .innerJoin('lots', 'lots.id', 'kits.lot_id')
    .leftJoin('users', 'users.id', 'kits.center_id')
    .select(['kits.id', 'kits.code', 'kits.serial', 'kits.state', 'kits.sent_at', 'kits.reason', 'kits.lot_id'])
    .select(['lots.name as lot_name', 'lots.lot', 'lots.expires_on', 'lots.held_by', isExpired.as('is_expired')])
    .select(['users.id as center_id', 'users.company as center_company'])
    .where('kits.lab_id', '=', labId);
}

export async function listKitsById(db: Db, labId: number, ids: readonly number[]) {
  return kitRows(db, labId).where(sql<boolean>`kits.id = any(${ids}::integer[])`).orderBy('kits.id').execute();
}

type KitRow = Awaited<ReturnType<typeof listKitsById>>[number];

export function presentKit(row: KitRow): z.input<typeof Kit> {
  return {
    id: KitId.parse(row.id),
    code: row.code,
    serial: row.serial,
    state: KitState.parse(row.state),
    lot: {
      id: LotId.parse(row.lot_id),
      name: row.lot_name,
      lot: row.lot,
      expires_on: row.expires_on,
      is_expired: row.is_expired,
      is_held: row.held_by !== null,
    },
    center: row.center_id === null ? null : { id: UserId.parse(row.center_id), company: row.center_company ?? '' },
    sent_at: row.sent_at?.toISOString() ?? null,
    reason: row.reason,
  };
}

/** The kits with these codes, locked in the order of their ids, so that two tablets wait for each other. */
export async function lockKits(db: Db, labId: number, codes: readonly string[]) {
  return db
    .selectFrom('kits')
    .innerJoin('lots', 'lots.id', 'kits.lot_id')
    .select(['kits.id', 'kits.code', 'kits.state', 'lots.held_by', isExpired.as('is_expired')])
    .where('kits.lab_id', '=', labId)
    .where(sql<boolean>`kits.code = any(${codes}::text[])`)
    .orderBy('kits.id')
    .forUpdate('kits')
    .execute();
}

import { LotId } from '@vialkeep/contract/kernel/ids.ts';
import type { Lot } from '@vialkeep/contract/kits.ts';
import { LotKind } from '@vialkeep/contract/kits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import type { Lab } from '../../lab-policy/index.ts';

/** Whether a lot is over on this day. It is good on the day that is printed on it. */
export function isExpiredOn(day: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(lots.expires_on < ${day}, false)`;
}

/** Today is the day in UTC, whatever time zone the session has. */
export const isExpired = isExpiredOn(sql`(now() at time zone 'utc')::date`);

const kitsIn = (state: string) =>
  sql<number>`(select count(*)::integer from kits where kits.lot_id = lots.id and kits.state = ${sql.lit(state)})`;

const corrections = sql<z.input<typeof Lot>['corrections']>`coalesce((
  select jsonb_agg(jsonb_build_object('expires_on_before', lot_corrections.expires_on_before,
      'expires_on', lot_corrections.expires_on, 'reason', lot_corrections.reason, 'operator', lab_operators.name,
      'at', to_char(lot_corrections.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by lot_corrections.id)
  from lot_corrections left join lab_operators on lab_operators.id = lot_corrections.operator_id
  where lot_corrections.lot_id = lots.id), '[]')`;

export function lotRows(db: Db, lab: Lab) {
  return db
    .selectFrom('lots')
    .select(['lots.id', 'lots.kind', 'lots.name', 'lots.lot', 'lots.gtin', 'lots.expires_on', 'lots.received_on'])
    .select([
      'lots.held_by',
      isExpired.as('is_expired'),
      corrections.as('corrections'),
      kitsIn('in_stock').as('in_stock'),
      kitsIn('sent').as('sent'),
      sql<number>`${kitsIn('used')} + ${kitsIn('received')}`.as('used'),
    ])
    .where('lots.lab_id', '=', lab.id);
}

/** A lot of this lab; another is 404. */
export async function requireLot(db: Db, lab: Lab, id: number) {
  return orNotFound(await lotRows(db, lab).where('lots.id', '=', id).executeTakeFirst());
}

export type LotRow = Awaited<ReturnType<typeof requireLot>>;

export function presentLot({ held_by, in_stock, sent, used, ...row }: LotRow): z.input<typeof Lot> {
  return {
    ...row,
    id: LotId.parse(row.id),
    kind: LotKind.parse(row.kind),
    is_held: held_by !== null,
    kits: { in_stock, sent, used },
  };
}

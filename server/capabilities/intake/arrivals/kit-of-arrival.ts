import type { KitFault } from '@vialkeep/contract/arrivals.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import type { Lab } from '../../lab-policy/index.ts';
import { isExpiredOn } from '../kits/lots.queries.ts';

/** A kit is good until its tissue is taken: its last day is compared with the day of the harvest, or else of the arrival. */
export function dayOfUse(harvestedAt: Date | null, arrivedAt: string): string {
  return (harvestedAt?.toISOString() ?? arrivedAt).slice(0, 10);
}

/** The kit, locked, so that a second tablet waits until its tissue has arrived. */
export async function lockKitOfArrival(db: Db, lab: Lab, kit: { readonly code: string } | { id: number }, day: string) {
  const row = await db
    .selectFrom('kits')
    .innerJoin('lots', 'lots.id', 'kits.lot_id')
    .select(['kits.id', 'kits.code', 'kits.state', sql<boolean>`lots.held_by is not null`.as('is_held')])
    .select(isExpiredOn(sql`${day}::date`).as('is_expired'))
    .where('kits.lab_id', '=', lab.id)
    .where((eb) => ('id' in kit ? eb('kits.id', '=', kit.id) : eb('kits.code', '=', kit.code)))
    .forUpdate('kits')
    .executeTakeFirst();
  return row ?? null;
}

export type KitOfArrival = NonNullable<Awaited<ReturnType<typeof lockKitOfArrival>>>;

export function judgeKit({ state, is_held, is_expired }: KitOfArrival): KitFault | null {
  if (state === 'void') return 'void';
  if (is_held) return 'held';
  return is_expired ? 'expired' : null;
}

/** What is held or void only since the arrival was good on its day; a fault that was a mistake is there no more. */
export function judgeKitAgain(kit: KitOfArrival, before: string | null): KitFault | null {
  if (before === 'void' && kit.state === 'void') return 'void';
  if (before === 'held' && kit.is_held) return 'held';
  return kit.is_expired ? 'expired' : null;
}

/**
 * Whether the tissue of a kit has arrived. An arrival that a correction has rejected does not count: it may have been
 * recorded for another patient. Before arrivals named their kit, only its state told.
 */
export async function hasArrived(db: Db, { id, state }: KitOfArrival): Promise<boolean> {
  const arrivals = await db.selectFrom('arrivals_in_use').select('is_taken_back').where('kit_id', '=', id).execute();
  if (arrivals.length === 0) return state === 'received';
  return arrivals.some(({ is_taken_back }) => !is_taken_back);
}

/** Whether another arrival has the kit by now, which a correction has not rejected in its turn. */
export async function isRecordedAnew(db: Db, { id }: KitOfArrival, arrivalId: number): Promise<boolean> {
  const other = await db
    .selectFrom('arrivals_in_use')
    .select('id')
    .where('kit_id', '=', id)
    .where('id', '<>', arrivalId)
    .where('is_taken_back', '=', false)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** A kit that was not scanned at the clinic is received too, and cannot be used again. A void kit stays void. */
export async function markKitReceived(work: Work, { id }: KitOfArrival): Promise<void> {
  await work.db
    .updateTable('kits')
    .set({ state: 'received' })
    .where('id', '=', id)
    .where('state', 'in', ['in_stock', 'sent', 'used'])
    .execute();
}

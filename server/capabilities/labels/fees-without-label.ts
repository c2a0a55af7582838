import { Plan } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The processing fees of a center and of a referral center. */
export const PROCESSING_FEES = [1, 13];

export type Fee = { readonly id: number; readonly center_id: number | null };

/** The fees of this clinic: paid for its patients, or paid by it for the patients of its center. */
function feesOf(db: Db, actor: Actor) {
  return db
    .selectFrom('transactions')
    .select(['transactions.id', 'transactions.patient_id', 'transactions.center_id'])
    .where('transactions.product_id', 'in', PROCESSING_FEES)
    .where((eb) =>
      eb.or([
        eb('transactions.center_id', '=', actor.userId),
        eb('transactions.referral_center_id', '=', actor.userId),
      ]),
    );
}

/** The fee from whose row a request is made; 404 for a fee of another clinic. */
export async function feeOfClinic(db: Db, actor: Actor, id: number): Promise<Fee> {
  return orNotFound(await feesOf(db, actor).where('transactions.id', '=', id).executeTakeFirst());
}

/** The fee of each patient for which no label is requested yet: the named one, or the oldest. */
export async function feesWithoutLabel(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  named: number | null,
): Promise<Map<number, Fee>> {
  if (ids.length === 0) return new Map();
  const rows = await feesOf(db, actor)
    .where('transactions.patient_id', '=', anyOf(ids))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('label_transactions')
            .select('label_transactions.label_id')
            .whereRef('label_transactions.transaction_id', '=', 'transactions.id'),
        ),
      ),
    )
    // The map keeps the last row of a patient, so the named or the oldest fee is sorted to the end.
    .orderBy((eb) => eb('transactions.id', '=', named ?? 0))
    .orderBy('transactions.id', 'desc')
    .execute();
  return new Map(rows.map(({ patient_id, ...fee }) => [patient_id ?? 0, fee]));
}

/**
 * A center requests for itself. A referral center requests for the center of the fee, of the patient, or its own, in
 * this order; one without a center requests for itself (U-46).
 */
export async function centerOfRequest(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  fees: readonly Fee[],
): Promise<number> {
  if (actor.plan === Plan.harvestCenter) return actor.userId;
  const [paid] = fees.flatMap(({ center_id }) => center_id ?? []);
  if (paid !== undefined) return paid;
  const relation = await db
    .selectFrom('active_relations')
    .select('object_id')
    .where('kind', '=', 'center')
    .where('subject_id', '=', anyOf([...ids, actor.userId]))
    .orderBy((eb) => eb('subject_id', '=', actor.userId))
    .orderBy('id')
    .executeTakeFirst();
  return relation?.object_id ?? actor.userId;
}

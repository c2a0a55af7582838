import { listOtherLabels } from '@vialkeep/contract/labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { authorizeAccountOf, visibleTo } from '../network/index.ts';
import { PROCESSING_FEES } from './fees-without-label.ts';
import { presentForClinic } from './labels.present.ts';
import { type LabelRow, labelRows } from './labels.queries.ts';

/** Requests that the clinic made or that are for it, and that no row of its processing fees shows. */
export const listOtherLabelsHandler = handle(listOtherLabels, async ({ access, actor, db, params }) => {
  const clinic = await authorizeAccountOf(access, db, params.id, Plan.harvestCenter, Plan.referralCenter, Plan.staff);
  // Staff see an empty label screen, and so does an administrator who views it (C-03).
  if (clinic.plan === Plan.staff) return [];
  const column = clinic.plan === Plan.harvestCenter ? 'transactions.center_id' : 'transactions.referral_center_id';
  const rows = await labelRows(db)
    .where('labels.domain_id', '=', clinic.domain_id)
    .where((eb) => eb.or([eb('labels.requester_id', '=', clinic.id), eb('labels.center_id', '=', clinic.id)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('label_transactions')
            .innerJoin('transactions', 'transactions.id', 'label_transactions.transaction_id')
            .select('transactions.id')
            .whereRef('label_transactions.label_id', '=', 'labels.id')
            .where(column, '=', clinic.id)
            .where('transactions.product_id', 'in', PROCESSING_FEES),
        ),
      ),
    )
    .orderBy('labels.id', 'desc')
    .execute();
  const names = await namesSeenBy(db, actor, rows);
  return rows.map((row) => ({
    ...presentForClinic(row),
    requested_at: row.requested_at.toISOString(),
    requester: { id: row.requester_id, company: row.requester_company },
    patients: row.patients.map(({ id }) => ({ id, name: names.get(id) ?? '' })),
  }));
});

/** A center reads the names of its own patients, and only the numbers of other patients of its referral centers. */
async function namesSeenBy(db: Db, actor: Actor, rows: readonly LabelRow[]): Promise<Map<number, string>> {
  const ids = new Set(rows.flatMap(({ patients }) => patients.map(({ id }) => id)));
  if (ids.size === 0) return new Map();
  const seen = await db
    .selectFrom('users')
    .select(['users.id', 'users.username'])
    .where('users.id', '=', anyOf([...ids]))
    .where(visibleTo(actor))
    .execute();
  return new Map(seen.map(({ id, username }) => [id, username]));
}

import { Plan } from '@vialkeep/contract/plans.ts';
import type { ProductId } from '@vialkeep/contract/products.ts';
import {
  listCenterProcessingFees,
  listCenterTransactions,
  listReferralProcessingFees,
} from '@vialkeep/contract/transactions.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { administrators } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { documentsOf } from '../documents/index.ts';
import { labelsOf } from '../labels/index.ts';
import { authorizeAccountOf, visibleUser } from '../network/index.ts';
import { presentForCenter } from './transactions.present.ts';
import { namesOf, peopleIn, type SoldRow, selectTransactions } from './transactions.queries.ts';

/** The products for which a label can be requested (U-14). */
const PROCESSING_FEES: readonly ProductId[] = [1, 13];

/** The purchases for a center, as its history shows them (F079). */
export const listCenterTransactionsHandler = handle(listCenterTransactions, async ({ access, db, params }) => {
  const center = await authorizeAccountOf(access, db, params.id, Plan.harvestCenter);
  return loadCenterTransactions(
    db,
    await selectTransactions(db).where('transactions.center_id', '=', center.id).execute(),
  );
});

/** The fees paid for its patients, by the center itself or by the patients' referral center. */
export const listCenterProcessingFeesHandler = handle(
  listCenterProcessingFees,
  feesOf(Plan.harvestCenter, 'center_id'),
);
export const listReferralProcessingFeesHandler = handle(
  listReferralProcessingFees,
  feesOf(Plan.referralCenter, 'referral_center_id'),
);

function feesOf(
  plan: typeof Plan.harvestCenter | typeof Plan.referralCenter,
  column: 'center_id' | 'referral_center_id',
) {
  return async ({ access, actor, db, params }: Call<typeof listCenterProcessingFees>) => {
    if (plan === Plan.harvestCenter && (await isViewedStaff(db, actor, params.id))) return [];
    const clinic = await authorizeAccountOf(access, db, params.id, plan);
    const rows = await selectTransactions(db)
      .where(`transactions.${column}`, '=', clinic.id)
      .where('transactions.product_id', 'in', PROCESSING_FEES)
      .execute();
    return loadCenterTransactions(db, rows);
  };
}

/**
 * Staff see an empty table on the label screen, and so does an administrator who views it with their own session
 * (C-03).
 */
async function isViewedStaff(db: Db, actor: Actor, id: number): Promise<boolean> {
  return administrators.includes(actor.plan) && (await visibleUser(db, actor, id)).plan_id === Plan.staff;
}

async function loadCenterTransactions(db: Db, rows: readonly SoldRow[]) {
  const patients = rows.flatMap(({ patient_id }) => patient_id ?? []);
  const [names, documents, labels] = await Promise.all([
    namesOf(db, peopleIn(rows)),
    documentsOf(db, [...new Set(patients)]),
    labelsOf(
      db,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) =>
    presentForCenter(row, names, {
      patient_documents: documents.get(row.patient_id ?? 0) ?? [],
      fedex_request: labels.get(row.id) ?? [],
    }),
  );
}

import type { LabelOfClinic } from '@vialkeep/contract/labels.ts';
import type { z } from 'zod';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { presentForClinic } from './labels.present.ts';
import { labelRows } from './labels.queries.ts';

export type LabelOfTransaction = z.input<typeof LabelOfClinic>;

/** The labels of these transactions; each has one at most. */
export async function labelsOf(db: Db, transactionIds: readonly number[]): Promise<Map<number, LabelOfTransaction[]>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await labelRows(db)
    .innerJoin('label_transactions', 'label_transactions.label_id', 'labels.id')
    .select('label_transactions.transaction_id')
    .where('label_transactions.transaction_id', '=', anyOf(transactionIds))
    .execute();
  return new Map(rows.map((row) => [row.transaction_id, [presentForClinic(row)]]));
}

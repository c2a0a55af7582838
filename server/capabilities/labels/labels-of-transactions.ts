import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';
import { fileNameOf } from './labels.present.ts';

/** A label as the row of a paid fee shows it; `pdf_file` is empty while it is only asked for. */
export type LabelOfTransaction = {
  readonly id: number;
  readonly pdf_file: string;
  readonly tracking_link: string;
  readonly tracking_number: string;
  readonly notification_sent: boolean;
};

/** The labels that were asked for by these fees; a fee has one at most. */
export async function labelsOf(db: Db, transactionIds: readonly number[]): Promise<Map<number, LabelOfTransaction[]>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('label_patients')
    .innerJoin('labels', 'labels.id', 'label_patients.label_id')
    .select([
      'label_patients.transaction_id',
      'labels.id',
      'labels.file',
      'labels.tracking_link',
      'labels.tracking_number',
      'labels.notified_at',
    ])
    .where('label_patients.transaction_id', '=', anyOf(transactionIds))
    .execute();
  return new Map(
    rows.map((row) => {
      // What was typed ahead of the label is nothing to follow yet.
      const hasFile = row.file !== null;
      const label = {
        id: row.id,
        pdf_file: fileNameOf(row.file),
        tracking_link: hasFile ? row.tracking_link : '',
        tracking_number: hasFile ? row.tracking_number : '',
        notification_sent: row.notified_at !== null,
      };
      return [row.transaction_id ?? 0, [label]];
    }),
  );
}

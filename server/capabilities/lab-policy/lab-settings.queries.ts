import { type LabSettings, ReleasePolicy, RequiredTest, ShortOrders } from '@vialkeep/contract/lab-policy.ts';
import type { Db } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';

const settingsRows = statement((db, { labId }: Placeholders<{ labId: number }>) =>
  db
    .selectFrom('lab_settings')
    .select(['bench_on', 'release_policy', 'reserve_on_order', 'short_orders', 'tissue_hours', 'viability_min'])
    .select(['required_tests', 'shift_minutes', 'label_note', 'version'])
    .where('lab_id', '=', labId),
);

export type BenchSettings = Omit<LabSettings, 'lab_id'>;

/** The defaults of the table's columns, for a lab without a row. */
const defaults: BenchSettings = {
  bench_on: false,
  release_policy: 'on_record',
  reserve_on_order: false,
  short_orders: 'accept',
  tissue_hours: 72,
  viability_min: 70,
  required_tests: ['viability', 'count', 'sterility'],
  shift_minutes: 15,
  label_note: 'FOR AUTOLOGOUS USE ONLY',
  version: 0,
};

/** What a lab has decided about its bench. */
export async function readBenchSettings(db: Db, labId: number): Promise<BenchSettings> {
  const [row] = await settingsRows(db, { labId });
  if (!row) return defaults;
  return {
    ...row,
    release_policy: ReleasePolicy.parse(row.release_policy),
    short_orders: ShortOrders.parse(row.short_orders),
    required_tests: row.required_tests.map((test) => RequiredTest.parse(test)),
  };
}

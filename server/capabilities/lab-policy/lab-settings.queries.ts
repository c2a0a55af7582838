import { type LabSettings, ReleasePolicy, RequiredTest, ShortOrders } from '@vialkeep/contract/lab-policy.ts';
import { sql } from 'kysely';
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

/** What is open at a lab's bench, in words with its number; an empty list if nothing is. */
export async function listOpenWork(db: Db, labId: number): Promise<string[]> {
  const { rows } = await sql<{ held: number; orders: number; parcels: number; deviations: number }>`
    select
      (select count(*) from vials where lab_id = ${labId} and state = 'stored' and held_at is not null)::integer as held,
      (select count(*) from vial_orders where lab_id = ${labId}
        and state in ('unpaid', 'waiting', 'ready', 'picking', 'packed'))::integer as orders,
      (select count(*) from vial_orders where lab_id = ${labId} and state = 'shipped')::integer as parcels,
      (select count(*) from deviations where lab_id = ${labId} and state = 'open')::integer as deviations`.execute(db);
  const { held, orders, parcels, deviations } = rows[0] ?? { held: 0, orders: 0, parcels: 0, deviations: 0 };
  const say = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  return [
    ...say(held, 'vial in quarantine', 'vials in quarantine'),
    ...say(orders, 'open order', 'open orders'),
    ...say(parcels, 'parcel under way', 'parcels under way'),
    ...say(deviations, 'open deviation', 'open deviations'),
  ];
}

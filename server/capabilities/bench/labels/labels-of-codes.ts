import { type BenchCode, type BenchCodeKind, formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { Bench } from '../../lab-policy/index.ts';
import { isVialOfLab } from '../../vials/index.ts';
import type { LabelData } from './label-data.ts';

type LabelRow = {
  code: string;
  patient: number | null;
  batch: string | null;
  date: string | null;
  words: string | null;
};

/** What stands on the labels of these codes, by the printed code. Codes that are not of this lab are missing. */
export async function loadLabels(
  db: Db,
  bench: Bench,
  codes: readonly BenchCode[],
): Promise<Map<string, { readonly label: LabelData; readonly patientId: number | null }>> {
  const labels = new Map<string, { label: LabelData; patientId: number | null }>();
  for (const kind of new Set(codes.map((code) => code.kind))) {
    const wanted = codes.filter((code) => code.kind === kind).map(({ code }) => code);
    for (const row of await rowsOf[kind](db, bench, wanted)) {
      const label = {
        kind,
        code: row.code,
        patientNumber: row.patient === null ? '' : String(row.patient),
        batch: row.batch ?? '',
        date: row.date ?? '',
        note: row.words ?? bench.settings.label_note,
      };
      labels.set(formatBenchCode(label), { label, patientId: row.patient });
    }
  }
  return labels;
}

type Rows = (db: Db, bench: Bench, codes: readonly string[]) => Promise<readonly LabelRow[]>;

const none = sql<null>`null`;
const isWanted = (codes: readonly string[], column = 'code') =>
  sql<boolean>`${sql.ref(column)} = any(${codes}::text[])`;

/** Only labels of tissue have the lab's note; the others have words of their own, and a badge has no name. */
const rowsOf: Readonly<Record<BenchCodeKind, Rows>> = {
  vial: (db, { lab }, codes) =>
    db
      .selectFrom('vials')
      .innerJoin('vial_entries as added', 'added.id', 'vials.added_entry_id')
      .leftJoin('batches', 'batches.id', 'vials.batch_id')
      .select(['vials.code', 'vials.patient_id as patient', 'batches.code as batch', 'added.date'])
      .select(none.as('words'))
      .where(isWanted(codes, 'vials.code'))
      .where('vials.state', '=', 'stored')
      .where(isVialOfLab(lab.id))
      .execute(),
  batch: (db, { lab }, codes) =>
    db
      .selectFrom('batches')
      .select(['code', 'patient_id as patient', none.as('batch'), 'opened_on as date', none.as('words')])
      .where('lab_id', '=', lab.id)
      .where(isWanted(codes))
      .execute(),
  kit: (db, { lab }, codes) =>
    db
      .selectFrom('kits')
      .innerJoin('lots', 'lots.id', 'kits.lot_id')
      .select(['kits.code', sql<number | null>`null`.as('patient'), 'lots.lot as batch', 'lots.expires_on as date'])
      .select('lots.name as words')
      .where('kits.lab_id', '=', lab.id)
      .where(isWanted(codes, 'kits.code'))
      .execute(),
  place: (db, { lab }, codes) =>
    db
      .selectFrom('places')
      .select(['code', sql<number | null>`null`.as('patient'), none.as('batch'), none.as('date'), 'name as words'])
      .where('lab_id', '=', lab.id)
      .where('retired_at', 'is', null)
      .where(isWanted(codes))
      .execute(),
  order: (db, { lab }, codes) =>
    db
      .selectFrom('vial_orders')
      .select(['code', 'patient_id as patient', none.as('batch'), 'ship_on as date', none.as('words')])
      .where('lab_id', '=', lab.id)
      .where(isWanted(codes))
      .execute(),
  operator: (db, { lab }, codes) =>
    db
      .selectFrom('lab_operators')
      .select(['code', sql<number | null>`null`.as('patient'), none.as('batch'), none.as('date')])
      .select(sql<string>`'OPERATOR BADGE'`.as('words'))
      .where('lab_id', '=', lab.id)
      .where('ended_at', 'is', null)
      .where(isWanted(codes))
      .execute(),
};

import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import {
  type Deviation,
  type DeviationDetails,
  DeviationRisk,
  DeviationState,
  StoredSource,
} from '@vialkeep/contract/deviations.ts';
import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { DeviationId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound, refuse } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type Bench, type Lab, listSignatures, readBench } from '../lab-policy/index.ts';
import { loadTrace } from './load-trace.ts';

const idIn = (name: string) => sql<number>`(deviations.source ->> ${sql.lit(name)})::integer`;

export function deviationRows(db: Db) {
  return db
    .selectFrom('deviations')
    .leftJoin('lots', (join) =>
      join.on('lots.id', '=', sql<number>`coalesce(${idIn('kit_lot')}, ${idIn('reagent_lot')})`),
    )
    .leftJoin('batches', (join) => join.on('batches.id', '=', idIn('batch')))
    .leftJoin('places', (join) => join.on('places.id', '=', idIn('place')))
    .select(['deviations.id', 'deviations.lab_id', 'deviations.domain_id', 'deviations.title', 'deviations.text'])
    .select([
      'deviations.is_drill',
      'deviations.source',
      'deviations.state',
      'deviations.risk',
      'deviations.conclusion',
    ])
    .select(['deviations.signature_id', 'deviations.opened_at', 'deviations.closed_at'])
    .select(['lots.name as lot_name', 'lots.lot', 'batches.code as batch_code', 'places.name as place_name']);
}

export type DeviationRow = Awaited<ReturnType<ReturnType<typeof deviationRows>['execute']>>[number];

export function presentDeviation(row: DeviationRow): z.input<typeof Deviation> {
  const source = StoredSource.parse(row.source);
  return {
    id: DeviationId.parse(row.id),
    title: row.title,
    is_drill: row.is_drill,
    source,
    source_words: wordsOf(source, row),
    state: DeviationState.parse(row.state),
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

function wordsOf(source: StoredSource, { lot_name, lot, batch_code, place_name }: DeviationRow): string {
  if ('kit_lot' in source) return `Kit lot ${lot} (${lot_name})`;
  if ('reagent_lot' in source) return `Reagent lot ${lot} (${lot_name})`;
  if ('batch' in source) return `Batch ${formatBenchCode({ kind: 'batch', code: batch_code ?? '' })}`;
  if ('arrival' in source) return `Arrival #${source.arrival}`;
  if ('lab_day' in source) return `All of ${dayInWords(source.lab_day)}`;
  if ('vials' in source) return source.vials.length === 1 ? `Vial ${source.vials[0]}` : `${source.vials.length} vials`;
  return `${place_name} from ${timeInWords(source.from)} to ${timeInWords(source.to)}`;
}

function timeInWords(at: string): string {
  return `${dayInWords(at.slice(0, 10))}, ${at.slice(11, 16)} UTC`;
}

/** The deviation with its lab; that of a lab which the caller may not act for, or has not named, is 404. */
export async function requireDeviation(
  access: Access,
  db: Db,
  id: number,
  labId: number | undefined,
): Promise<{ deviation: DeviationRow; bench: Bench }> {
  const deviation = orNotFound(await deviationRows(db).where('deviations.id', '=', id).executeTakeFirst());
  if (labId !== undefined && labId !== deviation.lab_id) throw refuse('not_found');
  return { deviation, bench: await readBench(access, db, deviation.lab_id) };
}

/** Reads a deviation again and keeps it from being closed or recalled by another call until the transaction ends. */
export async function lockDeviation(db: Db, lab: Lab, id: number) {
  return orNotFound(
    await db
      .selectFrom('deviations')
      .select(['id', 'title', 'text', 'is_drill', 'source', 'state', 'opened_at'])
      .where('id', '=', id)
      .where('lab_id', '=', lab.id)
      .forUpdate()
      .executeTakeFirst(),
  );
}

export async function loadDeviation(db: Db, lab: Lab, id: number): Promise<z.input<typeof DeviationDetails>> {
  const row = orNotFound(await deviationRows(db).where('deviations.id', '=', id).executeTakeFirst());
  const shown = presentDeviation(row);
  const [trace, recalled, signatures] = await Promise.all([
    loadTrace(db, lab, StoredSource.parse(row.source)),
    countRecalled(db, id),
    listSignatures(db, row.signature_id === null ? [] : [row.signature_id]),
  ]);
  return {
    ...shown,
    lab_id: UserId.parse(row.lab_id),
    text: row.text,
    risk: row.risk === null ? null : DeviationRisk.parse(row.risk),
    conclusion: row.conclusion,
    signature: signatures.get(row.signature_id ?? 0) ?? null,
    trace,
    recalled,
    may: row.state === 'open' ? ['recall', 'close'] : [],
  };
}

async function countRecalled(db: Db, id: number) {
  const { rows } = await sql<{ vials: number; quarantined: number; letters: number }>`
    select count(*)::integer as vials,
      (count(*) filter (where vials.hold_deviation_id = ${id}))::integer as quarantined,
      (select count(*)::integer from deviation_letters where deviation_id = ${id}) as letters
    from deviation_vials join vials on vials.id = deviation_vials.vial_id
    where deviation_vials.deviation_id = ${id}`.execute(db);
  return rows[0] ?? { vials: 0, quarantined: 0, letters: 0 };
}

import { DateFormat, ImportKind, importFields } from '@vialkeep/contract/import-fields.ts';
import {
  CHUNK_BYTES,
  type Import,
  type ImportCounts,
  type ImportFile,
  type ImportSummary,
  MissingEmail,
  MOST_UNKNOWN_VALUES,
  ValueMap,
} from '@vialkeep/contract/imports.ts';
import { DomainId, ImportFileId, ImportId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import { z } from 'zod';
import type { Domain } from '../../kernel/domains.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import { choicesFor, isChoice, readChoice } from './files/choices.ts';
import type { ColumnProfile } from './files/profile-file.ts';
import { type FileRecord, type ImportRow, isEmptied, type PdfSummary } from './imports.queries.ts';

export const Mapping = z.record(z.string(), z.string().nullable());
export type Mapping = z.infer<typeof Mapping>;

const SeenValues = z.record(z.string(), z.array(z.string()));

const DAY_MS = 86_400_000;

/** One who is not of the reader's site. */
const OTHER_ADMINISTRATOR = 'An administrator';

type Names = Pick<ImportRow, 'id' | 'name' | 'state' | 'domain_id' | 'created_at' | 'created_by' | 'creator'>;

export function presentSummary(
  row: Names,
  counts: ImportCounts,
  sites: readonly Domain[],
): z.input<typeof ImportSummary> {
  return {
    id: ImportId.parse(row.id),
    name: row.name,
    state: row.state,
    domain: { id: DomainId.parse(row.domain_id), name: sites.find(({ id }) => id === row.domain_id)?.name ?? '' },
    created_at: row.created_at.toISOString(),
    created_by: { id: UserId.parse(row.created_by), name: row.creator ?? OTHER_ADMINISTRATOR },
    counts,
  };
}

export function sumCounts(files: readonly FileRecord[]): ImportCounts {
  const sum = (of: (file: FileRecord) => number) => files.reduce((total, file) => total + of(file), 0);
  return {
    rows: sum((file) => file.row_count),
    create: sum((file) => file.to_create),
    existing: sum((file) => file.existing),
    problems: sum((file) => file.problem_rows),
    applied: sum((file) => file.applied),
  };
}

export type ImportParts = {
  readonly row: ImportRow;
  readonly files: readonly FileRecord[];
  readonly received: ReadonlyMap<number, readonly number[]>;
  readonly pdfs: ReadonlyMap<number, PdfSummary>;
  readonly products: ReadonlyMap<string, number>;
  readonly sites: readonly Domain[];
  readonly settings: Settings;
};

export function presentImport(parts: ImportParts): z.input<typeof Import> {
  const { row, files, received, pdfs, products, sites, settings } = parts;
  const counts = sumCounts(files);
  const kinds = files.map(({ kind }) => ImportKind.parse(kind));
  return {
    ...presentSummary(row, counts, sites),
    missing_email: MissingEmail.parse(row.missing_email),
    check_no: row.check_no,
    checked_at: row.checked_at?.toISOString() ?? null,
    applied_at: row.applied_at?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
    undo_until: undoUntil(row, settings)?.toISOString() ?? null,
    undo_reason: row.undo_reason,
    progress: progressOf(row, counts, [...pdfs.values()]),
    failure: row.failure,
    files: files.map((file) => presentFile(file, received.get(file.id) ?? [], pdfs.get(file.id), products)),
    choices: choicesFor(kinds, products),
    may: rightsOf(row, files, settings),
  };
}

/** A check reads the PDFs like rows. */
function progressOf(
  { state, done_rows }: ImportRow,
  { rows, create, applied }: ImportCounts,
  pdfs: readonly PdfSummary[],
) {
  if (state === 'checking') {
    const total = rows + pdfs.reduce((sum, { count }) => sum + count, 0);
    return { done: done_rows, total: Math.max(total, done_rows) };
  }
  if (state === 'applying' || state === 'stopped') return { done: applied, total: create };
  return state === 'undoing' ? { done: done_rows, total: applied + done_rows } : null;
}

type Ends = { readonly applied_at: Date | null; readonly stopped_at: Date | null };

/** The days run from the end of the import, or from the moment at which it was stopped. */
export function undoUntil({ applied_at, stopped_at }: Ends, settings: Settings): Date | null {
  const end = applied_at ?? stopped_at;
  return end && new Date(end.getTime() + settings.importUndoDays * DAY_MS);
}

function rightsOf(row: ImportRow, files: readonly FileRecord[], settings: Settings) {
  const may: z.input<typeof Import>['may'] = [];
  const isDraft = row.state === 'draft' || row.state === 'checked';
  if (isDraft) may.push('edit', 'discard');
  if (isDraft && files.some(({ completed_at }) => completed_at !== null)) may.push('check');
  const hasRows = !isEmptied(files);
  if ((row.state === 'checked' || row.state === 'stopped') && hasRows) may.push('apply');
  if (row.state === 'applying') may.push('stop');
  const until = undoUntil(row, settings);
  const isUndoable = row.state === 'applied' || row.state === 'stopped' || row.state === 'undone_in_part';
  if (isUndoable && hasRows && (until === null || until > new Date())) may.push('undo');
  if (row.state === 'applied') may.push('invite');
  return may;
}

const columnsOf = (file: FileRecord) => file.columns as readonly ColumnProfile[];

export function presentColumns(file: FileRecord) {
  const mapping = Mapping.parse(file.mapping);
  return columnsOf(file).map(({ header, filled, samples }) => ({
    header,
    filled,
    samples,
    field: mapping[header] ?? null,
  }));
}

function presentFile(
  file: FileRecord,
  received: readonly number[],
  pdfs: PdfSummary | undefined,
  products: ReadonlyMap<string, number>,
): z.input<typeof ImportFile> {
  return {
    id: ImportFileId.parse(file.id),
    kind: ImportKind.parse(file.kind),
    name: file.name,
    bytes: file.bytes,
    sha256: file.sha256,
    chunk_bytes: CHUNK_BYTES,
    received: file.completed_at === null ? [...received] : [],
    complete: file.completed_at !== null,
    columns: presentColumns(file),
    value_map: ValueMap.parse(file.value_map),
    unknown_values: unknownValues(file, products),
    date_format: file.date_format === null ? null : DateFormat.parse(file.date_format),
    dates_ambiguous: file.dates_ambiguous,
    counts: sumCounts([file]),
    pdfs: file.kind === 'pdfs' ? (pdfs ?? { count: 0, unnamed: 0, names: [] }) : null,
  };
}

/** The values of columns with a fixed set of values that are neither known nor matched. */
export function unknownValues(file: FileRecord, products: ReadonlyMap<string, number>) {
  const mapping = Mapping.parse(file.mapping);
  const seen = SeenValues.parse(file.seen_values);
  const valueMap = ValueMap.parse(file.value_map);
  const fields = importFields[ImportKind.parse(file.kind)];
  return Object.entries(mapping)
    .flatMap(([header, name]) => {
      const field = fields.find((candidate) => candidate.name === name);
      if (!field || !isChoice(field.type)) return [];
      const unknown = (seen[header] ?? []).filter((value) => readChoice(field, value, valueMap, products) === null);
      return unknown.map((value) => ({ field: field.name, value }));
    })
    .slice(0, MOST_UNKNOWN_VALUES);
}

/** How the days of the mapped columns are written, and whether that must be chosen. */
export function dateStyle(file: Pick<FileRecord, 'columns' | 'kind'>, mapping: Mapping) {
  const days = importFields[ImportKind.parse(file.kind)].filter(({ type }) => type === 'day' || type === 'moment');
  const styles = (file.columns as readonly ColumnProfile[])
    .filter(({ header }) => days.some(({ name }) => name === mapping[header]))
    .map((column) => column.days);
  const clear = [...new Set(styles.filter((style) => style !== null && style !== 'ambiguous'))];
  const [only] = clear;
  if (clear.length === 1 && only !== undefined) return { format: only, isAmbiguous: false };
  return { format: null, isAmbiguous: clear.length > 1 || styles.includes('ambiguous') };
}

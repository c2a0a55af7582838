import type { DateFormat } from '@vialkeep/contract/import-fields.ts';
import type { ImportColumn, ImportFile, ValueMap } from '@vialkeep/contract/imports.ts';

/** How the columns of a file are read, as it is saved. */
export type ColumnMapping = {
  columns: Record<string, string | null>;
  value_map: ValueMap;
  date_format: DateFormat | null;
};

export function mappingOf({ columns, value_map, date_format }: ImportFile): ColumnMapping {
  return { columns: Object.fromEntries(columns.map(({ header, field }) => [header, field])), value_map, date_format };
}

/** The mapping of a file for one with the same headers; null where a header is new. */
export function mappingFor(earlier: ImportFile, columns: readonly ImportColumn[]): ColumnMapping | null {
  const known = mappingOf(earlier);
  if (columns.length === 0 || !columns.every(({ header }) => header in known.columns)) return null;
  const kept = columns.map(({ header }): [string, string | null] => [header, known.columns[header] ?? null]);
  return { ...known, columns: Object.fromEntries(kept) };
}

/** Matches a column with a field. A field has one column, so the column that had it before is left out. */
export function withField(mapping: ColumnMapping, header: string, field: string | null): ColumnMapping {
  const columns = Object.entries(mapping.columns).map(([other, own]): [string, string | null] => {
    if (other === header) return [other, field];
    return [other, own === field ? null : own];
  });
  return { ...mapping, columns: Object.fromEntries(columns) };
}

/** Matches a value of the file with one of the product; '' removes the match. */
export function withValue(mapping: ColumnMapping, field: string, value: string, ours: string): ColumnMapping {
  const { [value]: _, ...others } = mapping.value_map[field] ?? {};
  const values = ours === '' ? others : { ...others, [value]: ours };
  return { ...mapping, value_map: { ...mapping.value_map, [field]: values } };
}

import { type DateFormat, ImportKind, importFields } from '@vialkeep/contract/import-fields.ts';
import { mapImportFile } from '@vialkeep/contract/imports.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { dateStyle, Mapping } from '../imports.present.ts';
import { type FileRecord, reopenDraft, requireFile } from '../imports.queries.ts';

export const mapImportFileHandler = handle(mapImportFile, async ({ body, params, write }) =>
  write(async (work) => {
    const row = await reopenDraft(work, params.id, () => refuseBy(mapImportFile, 'in_progress'));
    const file = await requireFile(work.db, row.id, params.fileId);
    if (file.completed_at === null) throw refuseBy(mapImportFile, 'incomplete');
    const mapping = mergeMapping(file, body.columns);
    await work.db
      .updateTable('import_files')
      .set({
        mapping: JSON.stringify(mapping),
        ...chosenFormat(file, mapping, body),
        ...(body.value_map === undefined ? {} : { value_map: JSON.stringify(body.value_map) }),
      })
      .where('id', '=', file.id)
      .execute();
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.map_file',
      subject: 'import',
      subjectId: row.id,
      facts: { file: file.id },
    });
    return { success: true as const };
  }),
);

type Body = Received<typeof mapImportFile>['body'];

/** The former mapping with these columns; a header that the file does not have is refused like an unknown field. */
function mergeMapping(file: FileRecord, columns: Body['columns']): Mapping {
  const former = Mapping.parse(file.mapping);
  const names = new Set(importFields[ImportKind.parse(file.kind)].map(({ name }) => name));
  for (const [header, field] of Object.entries(columns)) {
    if (!Object.hasOwn(former, header) || (field !== null && !names.has(field))) {
      throw refuseBy(mapImportFile, 'unknown_field', { fields: ['columns'] });
    }
  }
  const mapping = { ...former, ...columns };
  const fields = Object.values(mapping).filter((field) => field !== null);
  if (new Set(fields).size < fields.length) throw refuseBy(mapImportFile, 'field_twice', { fields: ['columns'] });
  return mapping;
}

/** A chosen format stays; without one it is found in the columns that hold days now. */
function chosenFormat(file: FileRecord, mapping: Mapping, { date_format }: Body) {
  const style = dateStyle(file, mapping);
  const format: DateFormat | null = date_format === undefined ? style.format : date_format;
  return { date_format: format, dates_ambiguous: style.isAmbiguous };
}

import { readImport } from '@vialkeep/contract/imports.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentImport } from './imports.present.ts';
import { filesOf, productNames, requireImport, summarisePdfs } from './imports.queries.ts';

export const readImportHandler = handle(readImport, async ({ db, params, services }) => {
  const row = await requireImport(db, params.id);
  const files = await filesOf(db, row.id);
  const [chunks, pdfs, products, sites] = await Promise.all([
    db
      .selectFrom('import_chunks')
      .select(['file_id', 'n'])
      .where('file_id', '=', anyOf(files.map(({ id }) => id)))
      .where('is_stored', '=', true)
      .orderBy('n')
      .execute(),
    summarisePdfs(db, row.id),
    productNames(db),
    services.domains.all(),
  ]);
  const byFile = Map.groupBy(chunks, ({ file_id }) => file_id);
  const received = new Map([...byFile].map(([id, some]) => [id, some.map(({ n }) => n)] as const));
  return presentImport({ row, files, received, pdfs, products, sites, settings: services.settings });
});

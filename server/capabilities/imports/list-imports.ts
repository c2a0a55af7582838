import { ImportState, listImports } from '@vialkeep/contract/imports.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentSummary, sumCounts } from './imports.present.ts';

/** Imports that were thrown away are not listed. */
export const listImportsHandler = handle(listImports, async ({ actor, db, query, services }) => {
  const listed = db.selectFrom('imports').where('state', '!=', 'discarded');
  const [rows, { count }, sites] = await Promise.all([
    listed
      .leftJoin('users as creator', 'creator.id', 'imports.created_by')
      .selectAll('imports')
      .select('creator.username as creator')
      .orderBy('imports.id', 'desc')
      .limit(query.limit)
      .offset(query.offset)
      .execute(),
    listed.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    services.domains.all(),
  ]);
  const files = await db
    .selectFrom('import_files')
    .selectAll()
    .where('import_id', '=', anyOf(rows.map(({ id }) => id)))
    .execute();
  return {
    count,
    results: rows.map((row) =>
      presentSummary(
        { ...row, state: ImportState.parse(row.state) },
        sumCounts(files.filter(({ import_id }) => import_id === row.id)),
        sites,
      ),
    ),
    domains: sites
      .filter(({ id }) => actor.scope === 'platform' || actor.scope === id)
      .map(({ id, name }) => ({ id, name })),
  };
});

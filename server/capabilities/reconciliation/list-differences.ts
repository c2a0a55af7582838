import { listDifferences } from '@vialkeep/contract/reconciliation.ts';
import { sql } from 'kysely';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentItem } from './items.present.ts';
import { parseItem, selectItems, sitesOf } from './items.queries.ts';

export const listDifferencesHandler = handle(listDifferences, async ({ actor, db, query }) => {
  const matching = db
    .selectFrom('reconciliation_items')
    .where((eb) =>
      eb.and([
        ...sitesOf(actor).map((site) => eb('domain_id', '=', site)),
        ...whenDefined(query.state, (state) => eb('state', state === 'resolved' ? '=' : '<>', 'resolved')),
      ]),
    );
  const [{ count }, page] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    matching.select('id').orderBy('id', 'desc').limit(query.limit).offset(query.offset).execute(),
  ]);
  const ids = page.map(({ id }) => id);
  const rows = await selectItems(db)
    .where(sql<boolean>`item.id = any (${ids}::integer[])`)
    .orderBy('item.id', 'desc')
    .execute();
  return { results: rows.map((row) => presentItem(parseItem(row), actor)), count };
});

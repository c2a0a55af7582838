import { listRefunds, readRefund } from '@vialkeep/contract/refunds.ts';
import { sql } from 'kysely';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentRefund } from './refunds.present.ts';
import { parseRefund, requireRefund, selectRefunds, sitesOf } from './refunds.queries.ts';

export const listRefundsHandler = handle(listRefunds, async ({ actor, db, query }) => {
  const matching = db
    .selectFrom('refunds')
    .where((eb) =>
      eb.and([
        ...sitesOf(actor).map((site) => eb('refunds.domain_id', '=', site)),
        ...whenDefined(query.state, (state) => eb('refunds.state', '=', state)),
        ...whenDefined(query.transaction_id, (id) => eb('refunds.transaction_id', '=', id)),
      ]),
    );
  const [{ count }, page] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    matching.select('refunds.id').orderBy('refunds.id', 'desc').limit(query.limit).offset(query.offset).execute(),
  ]);
  const ids = page.map(({ id }) => id);
  const rows = await selectRefunds(db)
    .where(sql<boolean>`refunds.id = any (${ids}::integer[])`)
    .orderBy('refunds.id', 'desc')
    .execute();
  return { results: rows.map((row) => presentRefund(parseRefund(row), actor)), count };
});

export const readRefundHandler = handle(readRefund, async ({ actor, db, params }) =>
  presentRefund(await requireRefund(db, actor, params.id), actor),
);

import { listRefunds, readRefund } from '@vialkeep/contract/refunds.ts';
import { sql } from 'kysely';
import { whenDefined } from '../../kernel/db/when-defined.ts';
import { handle } from '../../kernel/http/handle.ts';
import { presentRefund } from './refunds.present.ts';
import { parseRefund, type RefundRow, requireRefund, selectRefunds, sitesOf } from './refunds.queries.ts';

export const listRefundsHandler = handle(listRefunds, async ({ actor, db, noteSubjects, query }) => {
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
  noteSubjects(rows.flatMap(payersOf));
  return { results: rows.map((row) => presentRefund(parseRefund(row), actor)), count };
});

export const readRefundHandler = handle(readRefund, async ({ actor, db, noteSubjects, params }) => {
  const refund = await requireRefund(db, actor, params.id);
  noteSubjects(payersOf(refund), params.id);
  return presentRefund(refund, actor);
});

/** The people whose purchase is refunded. */
function payersOf({ buyer_id, patient_id }: Pick<RefundRow, 'buyer_id' | 'patient_id'>): readonly (number | null)[] {
  return [buyer_id, patient_id];
}

import { listCommissionLines, readTransactionCommission } from '@vialkeep/contract/commissions.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { sql } from 'kysely';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { countLines, isDisputed, isInMonth, listLines, matching, onSitesOf, owedConditions } from './lines.queries.ts';
import { presentLine } from './present-line.ts';

export const listCommissionLinesHandler = handle(listCommissionLines, async ({ actor, db, query }) => {
  const { person_id, domain_id, dispute, owed, due, limit, offset } = query;
  const ofPerson = person_id === undefined ? sql`true` : sql`line.person_id = ${person_id}`;
  const asked = dispute === undefined ? sql`true` : isDisputed;
  const isOwed = owed === undefined ? sql`true` : owedConditions[owed];
  const isDue = due === undefined ? sql`true` : isInMonth('payable_on', due);
  const condition = sql<boolean>`${ofPerson} and ${onSitesOf(actor, domain_id)} and ${asked} and ${isOwed} and ${isDue}
    and ${matching(query)}`;
  const [rows, counted] = await Promise.all([listLines(db, condition, { limit, offset }), countLines(db, condition)]);
  return { results: rows.map(presentLine), ...counted };
});

/** Adjustments of a line are shown with the sale of the line. */
export const readTransactionCommissionHandler = handle(readTransactionCommission, async ({ actor, db, params }) => {
  const sold = orNotFound(
    await db
      .selectFrom('transactions')
      .select(['amount_cents', 'shipping_cents', 'harvest_fee_cents', 'refunded_cents'])
      .where('id', '=', params.id)
      .where((eb) => (actor.scope === 'platform' ? eb.lit(true) : eb('domain_id', '=', actor.scope)))
      .executeTakeFirst(),
  );
  const ofSale = sql<boolean>`line.id in (
    select id from commission_lines where transaction_id = ${params.id}
    union all select adjusted.id from commission_lines earned
      join commission_lines adjusted on adjusted.of_line_id = earned.id and adjusted.kind = 'adjustment'
      where earned.transaction_id = ${params.id})`;
  const lines = await listLines(db, ofSale);
  return {
    base: dollarsOf(Math.max(0, sold.amount_cents - sold.shipping_cents - sold.harvest_fee_cents)),
    refunded: dollarsOf(sold.refunded_cents),
    lines: lines.map(presentLine),
  };
});

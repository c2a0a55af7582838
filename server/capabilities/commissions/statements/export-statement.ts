import { Readable } from 'node:stream';
import { exportCommissionStatement, statementCsvColumns } from '@vialkeep/contract/commissions.ts';
import { BYTE_ORDER_MARK, csvLine } from '@vialkeep/contract/kernel/csv.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { loadStatement, type Statement } from './load-statement.ts';

export const exportCommissionStatementHandler = handle(
  exportCommissionStatement,
  async ({ access, actor, db, noteSubjects, params, proof }) => {
    const statement = await loadStatement({ access, actor, db }, params);
    // A file of another person's earnings is an export like those of the lists.
    if (statement.person.id !== actor.userId) await proof.require();
    noteSubjects([statement.person.id]);
    const content = Buffer.from(statementCsv(statement));
    return {
      stream: Readable.from([content]),
      bytes: content.length,
      mediaType: 'text/csv; charset=utf-8',
      fileName: `commission-${statement.person.id}-${statement.month}.csv`,
    };
  },
);

/** Names only what never changes: days, numbers, words of adopted rules and amounts. */
export function statementCsv({ month, openingCents, lines, payments, closingCents }: Statement): string {
  let balance = openingCents;
  const amount = (cents: number) => {
    balance += cents;
    return [decimal(cents), decimal(balance)];
  };
  const rows = [
    [`${month}-01`, 'opening', '', '', '', '', decimal(openingCents)],
    ...lines.map(({ day, transactionId, words, arithmetic, cents }) => [
      day,
      'line',
      transactionId,
      words,
      arithmetic,
      ...amount(cents),
    ]),
    ...payments.map(({ day, words, cents }) => [day, 'payment', '', words, '', ...amount(cents)]),
    ['', 'closing', '', '', '', '', decimal(closingCents)],
  ];
  return BYTE_ORDER_MARK + csvLine(statementCsvColumns) + rows.map(csvLine).join('');
}

/** A number, so that a negative amount is not escaped as a formula; whole cents have at most two decimals. */
function decimal(cents: number): number {
  return cents / 100;
}

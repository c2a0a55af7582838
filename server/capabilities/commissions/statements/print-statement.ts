import { Readable } from 'node:stream';
import { printCommissionStatement, STATEMENT_PDF_ROWS_MAX } from '@vialkeep/contract/commissions.ts';
import { dayInWords, monthInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../../kernel/http/refuse.ts';
import { paperSite } from '../../../pdf/render/document-site.ts';
import type { StatementPaper } from '../../../pdf/render/render-statement.ts';
import { renderStatementInWorker } from '../../../pdf/worker.ts';
import { EsignUnavailable } from '../../../ports/esign.ts';
import type { Files } from '../../../ports/files.ts';
import { loadStatement, type Statement } from './load-statement.ts';

export const printCommissionStatementHandler = handle(
  printCommissionStatement,
  async ({ access, actor, db, noteSubjects, params, proof, services }) => {
    const statement = await loadStatement({ access, actor, db }, params);
    if (statement.person.id !== actor.userId) await proof.require();
    if (statement.lines.length + statement.payments.length > STATEMENT_PDF_ROWS_MAX) {
      throw refuseBy(printCommissionStatement, 'too_long_to_print');
    }
    noteSubjects([statement.person.id]);
    const site = await services.domains.ofId(statement.person.domainId);
    const pdf = await renderStatementInWorker(await buildPaper(services.files, site, statement)).catch(
      (error: unknown) => {
        throw error instanceof EsignUnavailable ? refuse('unavailable') : error;
      },
    );
    return {
      stream: Readable.from([pdf]),
      bytes: pdf.length,
      mediaType: 'application/pdf',
      fileName: `commission-${statement.person.id}-${statement.month}.pdf`,
    };
  },
);

async function buildPaper(files: Files, site: Domain, statement: Statement): Promise<StatementPaper> {
  const { person, month, openingCents, lines, payments, closingCents } = statement;
  return {
    site: await paperSite(files, site),
    title: `Commission statement, ${monthInWords(month)}`,
    reference: `#${person.id}, ${month}`,
    date: new Date(`${month}-01T00:00:00Z`),
    facts: [
      { label: 'Payee', value: `${person.name} (#${person.id})` },
      { label: 'Month', value: monthInWords(month) },
      { label: 'Opening balance', value: formatCents(openingCents) },
      { label: 'Closing balance', value: formatCents(closingCents) },
    ],
    parts: [
      {
        heading: 'Lines',
        empty: 'No lines in this month.',
        rows: lines.map(({ day, transactionId, words, arithmetic, cents }) => ({
          day: dayInWords(day),
          words: transactionId === null ? words : `Transaction #${transactionId}. ${words}`,
          note: arithmetic,
          amount: formatCents(cents),
        })),
      },
      {
        heading: 'Payments',
        empty: 'No payments in this month.',
        rows: payments.map(({ day, words, cents }) => ({
          day: dayInWords(day),
          words,
          note: '',
          amount: formatCents(cents),
        })),
      },
    ],
    total: { label: 'Closing balance', amount: formatCents(closingCents) },
  };
}

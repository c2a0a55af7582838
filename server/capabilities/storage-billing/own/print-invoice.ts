import { Readable } from 'node:stream';
import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import { printStorageInvoice, storageInvoiceNumber } from '@vialkeep/contract/storage.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse } from '../../../kernel/http/refuse.ts';
import { paperSite } from '../../../pdf/render/document-site.ts';
import type { StatementPaper } from '../../../pdf/render/render-statement.ts';
import { renderStatementInWorker } from '../../../pdf/worker.ts';
import { EsignUnavailable } from '../../../ports/esign.ts';
import type { Files } from '../../../ports/files.ts';
import { presentCard } from '../storage.present.ts';
import { getPlan, type InvoiceRow, type PlanRow, parseInvoice, selectInvoices } from '../storage.queries.ts';

export const printStorageInvoiceHandler = handle(
  printStorageInvoice,
  async ({ access, db, noteSubjects, params, services }) => {
    const row = orNotFound(await selectInvoices(db).where('invoice.id', '=', params.id).executeTakeFirst());
    const plan = await getPlan(db, row.enrolment_id);
    access.authorize({ domainId: plan.domain_id, ownerIds: [plan.patient_id] });
    noteSubjects([plan.patient_id]);
    const site = await services.domains.ofId(plan.domain_id);
    const invoice = parseInvoice(row);
    const pdf = await renderStatementInWorker(await buildPaper(services.files, site, plan, invoice)).catch(
      (error: unknown) => {
        throw error instanceof EsignUnavailable ? refuse('unavailable') : error;
      },
    );
    return {
      stream: Readable.from([pdf]),
      bytes: pdf.length,
      mediaType: 'application/pdf',
      fileName: `storage-invoice-${storageInvoiceNumber(invoice.number)}.pdf`,
    };
  },
);

async function buildPaper(files: Files, site: Domain, plan: PlanRow, invoice: InvoiceRow): Promise<StatementPaper> {
  const number = storageInvoiceNumber(invoice.number);
  const paid = invoice.paid_on === null ? 0 : invoice.cents;
  const owed = invoice.state === 'open' ? invoice.cents : 0;
  return {
    site: await paperSite(files, site),
    title: `Invoice ${number}`,
    reference: number,
    date: invoice.noticed_at,
    facts: [
      { label: 'Patient', value: `${plan.patient_name} (#${plan.patient_id})` },
      { label: 'Plan', value: plan.offer_name },
      { label: 'Period', value: `${dayInWords(invoice.from_day)} to ${dayInWords(invoice.to_day)}` },
      { label: 'Due on', value: dayInWords(invoice.due_on) },
    ],
    parts: [
      {
        heading: 'Storage',
        empty: '',
        rows: [
          {
            day: dayInWords(invoice.from_day),
            words: `${plan.offer_name}, ${dayInWords(invoice.from_day)} to ${dayInWords(invoice.to_day)}`,
            note: '',
            amount: formatCents(invoice.cents),
          },
        ],
      },
      {
        heading: 'Payments',
        empty: invoice.state === 'void' ? 'This invoice does not have to be paid.' : 'Not paid yet.',
        rows: paid === 0 ? [] : payments(invoice),
      },
    ],
    total: {
      label: owed > 0 ? 'To pay' : 'Paid',
      amount: formatCents(owed > 0 ? owed : paid - invoice.refunded_cents),
    },
  };
}

function payments(invoice: InvoiceRow): StatementPaper['parts'][number]['rows'] {
  const card = presentCard(invoice);
  const words = card ? `${card.card_type} ending in ${card.card_number}` : 'Card';
  const payment = { day: dayInWords(invoice.paid_on ?? ''), words, note: '', amount: formatCents(invoice.cents) };
  if (invoice.refunded_cents === 0) return [payment];
  return [payment, { day: '', words: 'Refunded', note: '', amount: formatCents(-invoice.refunded_cents) }];
}

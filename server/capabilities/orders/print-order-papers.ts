import { Readable } from 'node:stream';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { printPackingSlip, readOrderLabel } from '@vialkeep/contract/vial-orders.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuse } from '../../kernel/http/refuse.ts';
import { paperSite } from '../../pdf/render/document-site.ts';
import type { StatementPaper } from '../../pdf/render/render-statement.ts';
import { renderStatementInWorker } from '../../pdf/worker.ts';
import { EsignUnavailable } from '../../ports/esign.ts';
import type { Files } from '../../ports/files.ts';
import { readBench } from '../lab-policy/index.ts';
import { type OrderRow, requireOrder } from './orders.queries.ts';
import { linesOf, loadAddress } from './read-vial-order.ts';

export const printPackingSlipHandler = handle(
  printPackingSlip,
  async ({ access, db, noteSubjects, params, query, services }) => {
    const { order, lab } = await requireOrder(access, db, params.id, query.lab_id);
    await readBench(access, db, lab.id);
    noteSubjects([order.patient_id]);
    const site = await services.domains.ofId(order.domain_id);
    const pdf = await renderStatementInWorker(await buildPaper(db, services.files, site, order)).catch(
      (error: unknown) => {
        throw error instanceof EsignUnavailable ? refuse('unavailable') : error;
      },
    );
    return {
      stream: Readable.from([pdf]),
      bytes: pdf.length,
      mediaType: 'application/pdf',
      fileName: `packing-slip-${order.id}.pdf`,
    };
  },
);

/** The patient's number and no name: the slip travels with the parcel. */
async function buildPaper(db: Db, files: Files, site: Domain, order: OrderRow): Promise<StatementPaper> {
  const address = await loadAddress(db, order);
  const vials = await db
    .selectFrom('vials')
    .innerJoin('vial_entries as added', 'added.id', 'vials.added_entry_id')
    .leftJoin('batches', 'batches.id', 'vials.batch_id')
    .select(['vials.code', 'added.date', 'batches.code as batch'])
    .where('vials.order_id', '=', order.id)
    .orderBy('vials.id')
    .execute();
  const code = formatBenchCode({ kind: 'order', code: order.code });
  return {
    site: await paperSite(files, site),
    title: `Packing slip of order ${order.id}`,
    reference: code,
    date: new Date(),
    facts: [
      { label: 'Order', value: `${order.id}, ${code}` },
      { label: 'Transaction', value: order.transaction_id === null ? '' : `#${order.transaction_id}` },
      { label: 'Patient', value: `#${order.patient_id}` },
      { label: 'Ship to', value: address ? linesOf(address).join(', ') : '' },
      { label: 'Ship on', value: order.ship_on === null ? '' : dayInWords(order.ship_on) },
      { label: 'Tracking number', value: order.tracking_number },
    ].filter(({ value }) => value !== ''),
    parts: [
      {
        heading: 'Vials',
        empty: 'No vial is reserved yet.',
        rows: vials.map((vial) => ({
          day: dayInWords(vial.date),
          words: vial.code,
          note: vial.batch === null ? '' : `Batch ${formatBenchCode({ kind: 'batch', code: vial.batch })}`,
          amount: '',
        })),
      },
    ],
    total: { label: 'Vials in this parcel', amount: `${vials.length} of ${order.quantity}` },
  };
}

export const readOrderLabelHandler = handle(
  readOrderLabel,
  async ({ access, db, noteSubjects, params, query, services }) => {
    const { order, lab } = await requireOrder(access, db, params.id, query.lab_id);
    await readBench(access, db, lab.id);
    const { stream, bytes } = orNotFound(await services.files.open(orNotFound(order.file)));
    noteSubjects([order.patient_id]);
    return { stream, bytes, mediaType: 'application/pdf', fileName: `order-label-${order.id}.pdf` };
  },
);

import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import type { Trace, TraceList } from '@vialkeep/contract/deviations.ts';
import type { ReactNode } from 'react';
import classesOfBench from '../../components/bench/bench.module.css';
import { formatCount, formatDateTime, formatDay } from '../../ui/display/formats.ts';
import classes from './deviations.module.css';
import { deviationTexts as texts } from './deviations.texts.ts';

const { columns } = texts;

/** The names of the columns, and the cells of each row. */
type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly [key: string, ...ReactNode[]])[] };

/** The rows behind one count. What was shipped comes first. */
export function TraceTable({ trace, list }: { trace: Trace; list: TraceList }) {
  const { head, rows } = tables[list](trace);
  const count = trace.counts[list];
  if (rows.length === 0) return <p className={classesOfBench.lead}>{texts.none}</p>;
  return (
    // A region that scrolls is reached with the keyboard.
    <div className={classes.rows} role="region" aria-label={texts.lists[list]} tabIndex={0}>
      {rows.length < count && (
        <p className={classesOfBench.lead}>{texts.firstOnly(formatCount(rows.length), formatCount(count))}</p>
      )}
      <table className={classes.table} aria-label={texts.lists[list]}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells]) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const patientOf = (id: number) => `#${id}`;
const clinicOf = (clinic: { id: number; name: string } | null) => (clinic ? `${clinic.name} (#${clinic.id})` : '');

const tables: Readonly<Record<TraceList, (trace: Trace) => Table>> = {
  vials: ({ vials }) => ({
    head: [
      columns.vial,
      columns.state,
      columns.patient,
      columns.consignee,
      columns.shippedOn,
      columns.tracking,
      columns.batch,
      columns.order,
    ],
    rows: vials.map((vial) => [
      vial.code,
      vial.code,
      vial.held ? texts.inQuarantine : texts.vialStates[vial.state],
      patientOf(vial.patient_id),
      clinicOf(vial.consignee),
      formatDay(vial.shipped_on),
      vial.tracking_number ?? '',
      vial.batch_code === null ? '' : formatBenchCode({ kind: 'batch', code: vial.batch_code }),
      vial.order_code === null ? '' : formatBenchCode({ kind: 'order', code: vial.order_code }),
    ]),
  }),
  shipments: ({ shipments }) => ({
    head: [columns.shippedOn, columns.consignee, columns.tracking, columns.patient, columns.vials],
    rows: shipments.map(({ entry_id, shipped_on, consignee, tracking_number, patient_id, vials }) => [
      String(entry_id),
      formatDay(shipped_on),
      clinicOf(consignee),
      tracking_number,
      patientOf(patient_id),
      vials,
    ]),
  }),
  patients: ({ patients }) => ({
    head: [columns.patient, columns.vials, columns.shipped],
    rows: patients.map(({ patient_id, vials, shipped }) => [String(patient_id), patientOf(patient_id), vials, shipped]),
  }),
  clinics: ({ clinics }) => ({
    head: [columns.clinic, columns.vials, columns.shipped],
    rows: clinics.map((clinic) => [String(clinic.id), clinicOf(clinic), clinic.vials, clinic.shipped]),
  }),
  orders: ({ orders }) => ({
    head: [columns.order, columns.state, columns.patient],
    rows: orders.map(({ order_id, code, state, patient_id }) => [
      String(order_id),
      formatBenchCode({ kind: 'order', code }),
      state,
      patientOf(patient_id),
    ]),
  }),
  batches: ({ batches }) => ({
    head: [columns.batch, columns.state, columns.patient],
    rows: batches.map(({ batch_id, code, state, patient_id }) => [
      String(batch_id),
      formatBenchCode({ kind: 'batch', code }),
      state,
      patientOf(patient_id),
    ]),
  }),
  arrivals: ({ arrivals }) => ({
    head: [columns.arrival, columns.arrivedAt, columns.decision, columns.patient],
    rows: arrivals.map(({ arrival_id, arrived_at, decision, patient_id }) => [
      String(arrival_id),
      `#${arrival_id}`,
      formatDateTime(arrived_at),
      decision.replaceAll('_', ' '),
      patientOf(patient_id),
    ]),
  }),
  kits: ({ kits }) => ({
    head: [columns.kit, columns.state],
    rows: kits.map(({ kit_id, code, state }) => [
      String(kit_id),
      formatBenchCode({ kind: 'kit', code }),
      state.replaceAll('_', ' '),
    ]),
  }),
  lots: ({ lots }) => ({
    head: [columns.lot, columns.product, columns.held],
    rows: lots.map(({ lot_id, product, lot, is_held }) => [
      String(lot_id),
      lot,
      product,
      is_held ? texts.yes : texts.no,
    ]),
  }),
};

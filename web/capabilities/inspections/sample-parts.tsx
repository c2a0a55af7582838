import type { CustodyEvent } from '@vialkeep/contract/custody.ts';
import {
  type OpenInspection,
  readInspectedDocument,
  type SampleChange,
  type SampleDocument,
  type SampleFile,
  type SampleOpening,
} from '@vialkeep/contract/inspections.ts';
import type { Vial } from '@vialkeep/contract/vials.ts';
import type { ReactNode } from 'react';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/state/column.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { customColumn, dateTimeColumn, dayColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import classes from './inspections.module.css';
import { inspectionsTexts } from './inspections.texts.ts';
import { formatActor, formatChanges, formatFacts } from './sample-labels.ts';

const texts = inspectionsTexts.sample;
const PAGE_SIZE = 25;
const fixed = { sort: false } as const;

type Rows<Row> = {
  name: string;
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowName: (row: Row) => string;
  note?: ReactNode;
  rowInline?: (row: Row) => ReactNode;
};

/** One part of the file, which is loaded already, as a table. */
function SampleTable<Row extends { id: string | number }>({ name, label, rows, note, ...rest }: Rows<Row>) {
  return (
    <>
      {note && <p className={classes.note}>{note}</p>}
      <DataTable
        {...rest}
        name={`inspected-${name}`}
        scope={name}
        label={label}
        query={{ data: rows, isPending: false, isError: false, isFetching: false, refetch: () => undefined }}
        pageSize={PAGE_SIZE}
        texts={{ loading: texts.loading, empty: texts.none }}
        summary={texts.total(formatCount(rows.length))}
      />
    </>
  );
}

/** Says that only the newest rows are shown, where there are more. */
function newestNote(shown: number, count: number): string | undefined {
  return count > shown ? texts.newest(formatCount(shown), formatCount(count)) : undefined;
}

type FileProps = { file: SampleFile };

export function CustodyList({ file }: FileProps) {
  return (
    <SampleTable
      name="custody"
      label={texts.custody}
      rows={file.custody}
      columns={custodyColumns}
      rowName={({ id, kind }) => `${id}, ${inspectionsTexts.custodyKinds[kind]}`}
    />
  );
}

const custodyColumns = [
  textColumn<CustodyEvent>(texts.what, ({ kind }) => inspectionsTexts.custodyKinds[kind], fixed),
  dateTimeColumn<CustodyEvent>(texts.when, ({ at }) => at),
  textColumn<CustodyEvent>(texts.who, formatActor, fixed),
  textColumn<CustodyEvent>(texts.details, ({ facts }) => formatFacts(facts), { ...fixed, width: '45%' }),
];

type VialRow = Vial & { readonly id: string };

export function VialList({ file }: FileProps) {
  return (
    <SampleTable
      name="vials"
      label={texts.vialList}
      rows={file.vials.map((vial): VialRow => ({ ...vial, id: vial.code }))}
      columns={vialColumns}
      rowName={({ code }) => code}
    />
  );
}

const vialTones = { stored: 'done', shipped: 'moving', discarded: 'failed', withdrawn: 'failed' } as const;

const vialColumns = [
  textColumn<VialRow>(texts.code, ({ code }) => code),
  statusColumn<VialRow>(texts.state, ({ state }) => ({
    text: inspectionsTexts.vialStates[state],
    tone: vialTones[state],
  })),
  dayColumn<VialRow>(texts.added, ({ added_on }) => added_on),
  dayColumn<VialRow>(texts.shippedOn, ({ shipped_on }) => shipped_on),
  textColumn<VialRow>(texts.tracking, ({ tracking_id }) => tracking_id, { priority: 2 }),
];

type DocumentRow = SampleDocument & { readonly id: number };

export function DocumentList({ file, inspection }: FileProps & { inspection: OpenInspection }) {
  return (
    <SampleTable
      name="documents"
      label={texts.documents}
      rows={file.documents.map((document, index): DocumentRow => ({ ...document, id: index + 1 }))}
      columns={documentColumns}
      rowName={({ id, kind }) => `${id}, ${formatKind(kind)}`}
      note={inspection.with_names ? undefined : texts.notShown}
      rowInline={({ document_id, id, kind }) =>
        document_id !== '' && (
          <DownloadButton route={readInspectedDocument} input={{ params: { document_id } }}>
            {texts.download}
            <span className="visually-hidden">
              {' '}
              {id}, {formatKind(kind)}
            </span>
          </DownloadButton>
        )
      }
    />
  );
}

function formatKind(kind: string): string {
  return inspectionsTexts.documentKinds[kind] ?? kind;
}

const documentColumns = [
  textColumn<DocumentRow>(texts.document, ({ kind, name }) => (name === kind ? formatKind(kind) : name), fixed),
  statusColumn<DocumentRow>(
    texts.state,
    ({ status }) =>
      status === 'Completed' ? { text: texts.completed, tone: 'done' } : { text: texts.waiting, tone: 'waiting' },
    fixed,
  ),
  dayColumn<DocumentRow>(texts.signed, ({ signed_at }) => signed_at, fixed),
  dateTimeColumn<DocumentRow>(texts.stamped, ({ timestamp }) => timestamp?.at, { ...fixed, priority: 2 }),
  customColumn<DocumentRow>(texts.hash, ({ sha256 }) => <span className={classes.hash}>{sha256}</span>, {
    ...fixed,
    priority: 3,
    value: ({ sha256 }) => sha256 ?? '',
  }),
];

export function ChangeList({ file }: FileProps) {
  return (
    <SampleTable
      name="changes"
      label={texts.changes}
      rows={file.changes}
      columns={changeColumns}
      rowName={({ id, action }) => `${id}, ${action}`}
      note={newestNote(file.changes.length, file.changes_count)}
    />
  );
}

const changeColumns = [
  textColumn<SampleChange>(texts.what, ({ action }) => action, fixed),
  dateTimeColumn<SampleChange>(texts.when, ({ at }) => at),
  textColumn<SampleChange>(texts.who, formatActor, fixed),
  textColumn<SampleChange>(texts.details, formatChanges, { ...fixed, width: '45%' }),
];

type OpeningRow = SampleOpening & { readonly id: number };

export function OpeningList({ file }: FileProps) {
  return (
    <SampleTable
      name="openings"
      label={texts.openings}
      rows={file.openings.map((opening, index): OpeningRow => ({ ...opening, id: index }))}
      columns={openingColumns}
      rowName={(opening) => `${formatReader(opening)}, ${opening.what}`}
      note={newestNote(file.openings.length, file.openings_count)}
    />
  );
}

function formatReader({ who, agency }: SampleOpening): string {
  return who?.name ?? texts.inspectorOf(agency ?? '');
}

const openingColumns = [
  textColumn<OpeningRow>(texts.who, formatReader, fixed),
  textColumn<OpeningRow>(texts.what, ({ what }) => what, fixed),
  dateTimeColumn<OpeningRow>(texts.when, ({ at }) => at),
];

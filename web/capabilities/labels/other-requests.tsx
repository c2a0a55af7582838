import { listOtherLabels, type OtherLabel } from '@vialkeep/contract/labels.ts';
import { useMemo } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useNamesHidden } from '../../kernel/session/hidden-names.ts';
import { shownName } from '../../kernel/session/shown-name.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { TallCell } from '../../ui/display/cell-lines.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, dayColumn } from '../../ui/layout/columns.tsx';
import { DetailsCell } from './details-cell.tsx';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.others;
const PER_PAGE = 10;

/** A clinic's requests, made by it or for it, that no fee row shows. Without any, the table is hidden. */
export function OtherRequests({ clinicId }: { clinicId: number }) {
  const labels = useApi(listOtherLabels, { params: { id: clinicId } });
  const hidden = useNamesHidden();
  const columns = useMemo(() => columnsFor(clinicId, hidden), [clinicId, hidden]);
  const isNothing = labels.data ? labels.data.length === 0 : !labels.isError;
  if (isNothing) return null;
  return (
    <Card title={texts.title} note={texts.about} flush>
      <DataTable
        name="other-labels"
        scope="other"
        label={texts.title}
        query={labels}
        pageSize={PER_PAGE}
        columns={columns}
        rowName={(row) => whomOf(row, hidden)}
        texts={{ loading: texts.loading }}
        filter={{ placeholder: labelsTexts.requests.filter, matches: isAbout }}
        tall
      />
    </Card>
  );
}

function columnsFor(clinicId: number, hidden: boolean) {
  return [
    dayColumn<OtherLabel>(texts.date, ({ requested_at }) => requested_at, { width: '20%' }),
    customColumn<OtherLabel>(
      texts.patient,
      (row) => (
        <TallCell>
          <span>{whomOf(row, hidden)}</span>
          {row.requester.id !== clinicId && <span className={classes.aside}>{texts.by(row.requester.company)}</span>}
        </TallCell>
      ),
      { value: (row) => whomOf(row, hidden), sort: (row) => whomOf(row, false), width: '40%' },
    ),
    customColumn<OtherLabel>(texts.details, (row) => <DetailsCell label={row} forWhom="" />, {
      value: ({ tracking_number }) => tracking_number || labelsTexts.requests.pending,
      width: '25%',
    }),
    customColumn<OtherLabel>(
      texts.status,
      () => <StatusPill tone="done">{labelsTexts.requests.requested}</StatusPill>,
      { value: () => labelsTexts.requests.requested, priority: 2 },
    ),
  ];
}

function isAbout(row: OtherLabel, typed: string): boolean {
  const text = `${whomOf(row, false)} ${row.requester.company} ${row.tracking_number}`;
  return text.toLowerCase().includes(typed.trim().toLowerCase());
}

/** '#12 Ana Ruiz, #13 Ben Ode', or the name of a person without an account. */
function whomOf({ patients, other_patient_name }: OtherLabel, hidden: boolean): string {
  if (patients.length === 0) return shownName(other_patient_name, hidden);
  return patients.map(({ id, name }) => `#${id} ${shownName(name, hidden)}`.trim()).join(', ');
}

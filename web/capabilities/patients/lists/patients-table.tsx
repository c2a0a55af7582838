import { IconEye } from '@tabler/icons-react';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type ProcessFields, stageOf } from '@vialkeep/contract/stage.ts';
import type { ReactNode } from 'react';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/state/column.ts';
import type { Listing } from '../../../ui/data-table/state/table-props.ts';
import { type TableState, useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { today } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { listTexts } from './lists.texts.ts';
import { countByStage } from './stage-counts.ts';
import { chosenStage, StageFilter } from './stage-filter.tsx';
import { usePatientModal } from './use-patient-modal.tsx';

/** Rows per page (2-operations 9, 3-administration 9). */
const PER_PAGE = 10;

type Props<Row> = {
  name: string;
  /** The card's heading, if the screen's heading does not say it. */
  title?: string;
  label: string;
  query: Listing<readonly Row[]>;
  columns: readonly Column<Row>[];
  rowName: (row: Row) => string;
  filter: { placeholder: string; matches: (row: Row, typed: string) => boolean };
  emptyHint: string;
  /** The strip above the table; by default counted from the list. */
  strip?: (state: TableState) => ReactNode;
};

/** A client-side patient list: the stage strip, the table, and the patient form. */
export function PatientsTable<Row extends ProcessFields & { id: UserId; vials_available: number }>(props: Props<Row>) {
  const { name, title, label, query, columns, rowName, filter, emptyHint, strip } = props;
  const state = useTableState({ pageSize: PER_PAGE });
  const patient = usePatientModal();
  const stage = chosenStage(state);
  const shown = stage === null ? query.data : query.data?.filter((row) => stageOf(row, today()).stage === stage);
  return (
    <>
      {strip ? strip(state) : !query.isError && <StageFilter counts={countsOf(query.data)} state={state} />}
      <Card title={title} flush>
        <DataTable
          name={name}
          label={label}
          query={{ ...query, data: shown }}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={rowName}
          rowLink={({ id }) => linkTo(addresses.patient, { id })}
          rowInline={(row) => (
            <IconButton
              name={listTexts.view(rowName(row))}
              icon={<IconEye size={18} stroke={1.6} />}
              onClick={() => patient.view(row.id)}
            />
          )}
          texts={{ loading: listTexts.loading }}
          filter={filter}
          emptyHint={emptyHint}
        />
      </Card>
      {patient.modal}
    </>
  );
}

function countsOf(rows: readonly (ProcessFields & { vials_available: number })[] | undefined) {
  return rows && countByStage(rows, today());
}

import { IconEye } from '@tabler/icons-react';
import { listLabPatients, PATIENTS_PER_PAGE, type TabledPatient } from '@vialkeep/contract/patients.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useMemo } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import { useNamesHidden } from '../../../kernel/session/hidden-names.ts';
import { PATIENTS_SEARCH_PAUSE_MS } from '../../../kernel/timings.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { ChipFilter } from '../../../ui/data-table/state/table-props.ts';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { customColumn } from '../../../ui/layout/columns.tsx';
import { accountLines } from './account-lines.ts';
import { listTexts } from './lists.texts.ts';
import { PatientAccount, PatientDocuments, PatientInformation } from './patient-cells.tsx';
import { patientName } from './patient-labels.ts';
import { chosenStage, StagesFromServer } from './stage-filter.tsx';
import { usePatientModal } from './use-patient-modal.tsx';

const texts = listTexts.all;

/** The key of this table's state; the lab's centers are a second table on the same page. */
export const LAB_PATIENTS = 'patients';

/** Every patient of the administrator's sites (F044). */
export function AllPatients() {
  const domains = useApi(listDomains, {});
  return (
    <PatientPages
      name="all-patients"
      title={texts.title}
      emptyHint={texts.noneYet}
      isFirst
      filters={[
        {
          key: 'domain',
          label: texts.domains,
          options: (domains.data ?? []).map(({ value, label }) => ({ value: String(value), label })),
        },
      ]}
    />
  );
}

/** The patients of the lab that is logged in (U-07). */
export function PatientsOfLab() {
  return (
    <PatientPages name="patients-of-lab" scope={LAB_PATIENTS} title={texts.ownTitle} emptyHint={texts.noneOfLab} />
  );
}

type Props = {
  name: string;
  title: string;
  emptyHint: string;
  scope?: string;
  /** Whether this table is the purpose of the page; its filter then receives the first keystroke. */
  isFirst?: boolean;
  filters?: readonly ChipFilter<TabledPatient>[];
};

function PatientPages({ name, title, emptyHint, scope, isFirst, filters }: Props) {
  const state = useTableState({ pageSize: PATIENTS_PER_PAGE, scope, debounce: PATIENTS_SEARCH_PAUSE_MS });
  const hidden = useNamesHidden();
  const columns = useMemo(() => columnsFor(hidden), [hidden]);
  const patient = usePatientModal();
  const patients = useApi(
    listLabPatients,
    {
      query: {
        search: state.search,
        domain_id: state.filters.domain,
        stage: chosenStage(state) ?? undefined,
        limit: state.pageSize,
        offset: state.offset,
      },
    },
    { keepPrevious: true },
  );
  return (
    <>
      <StagesFromServer state={state} domainId={state.filters.domain} />
      <Card title={title} flush>
        <DataTable
          name={name}
          label={title}
          page={patients}
          state={state}
          tall
          columns={columns}
          rowName={(row) => patientName(row, hidden)}
          rowInline={(row) => (
            <IconButton
              name={listTexts.view(patientName(row, hidden))}
              icon={<IconEye size={18} stroke={1.6} />}
              onClick={() => patient.view(row.id)}
            />
          )}
          texts={{ loading: listTexts.loading }}
          filter={{ placeholder: texts.filter, takesFocus: isFirst }}
          filters={filters}
          emptyHint={emptyHint}
          summary={patients.data && <Totals {...patients.data} isFiltered={state.isFiltered} />}
        />
      </Card>
      {patient.modal}
    </>
  );
}

type CountedPage = { results: readonly unknown[]; count: number; count_is_exact: boolean };

function Totals({ results, count, count_is_exact, isFiltered }: CountedPage & { isFiltered: boolean }) {
  const told = `${formatCount(count)}${count_is_exact ? '' : '+'}`;
  return (
    <>
      {texts.total(told)} {isFiltered && texts.filtered} · {texts.showing(results.length, told)}
      {!count_is_exact && ` · ${texts.narrow}`}
    </>
  );
}

/** The three columns of the users list (C-42). */
function columnsFor(hidden: boolean) {
  return [
    customColumn<TabledPatient>(
      texts.information,
      (patient) => <PatientInformation patient={patient} hidden={hidden} />,
      { value: (patient) => patientName(patient, hidden), width: '32%' },
    ),
    customColumn<TabledPatient>(texts.documents, (patient) => <PatientDocuments patient={patient} />, {
      value: ({ documents }) => documents.map(({ name, status }) => `${name}: ${status}`).join(', '),
      width: '17%',
    }),
    customColumn<TabledPatient>(texts.account, (patient) => <PatientAccount patient={patient} />, {
      value: (patient) =>
        accountLines(patient)
          .map(([label, value]) => `${label}: ${value}`)
          .join(', '),
    }),
  ];
}

import {
  listPatientsOfSalesDistributor,
  listPatientsOfSalesManager,
  listPatientsOfSalesRep,
  type TeamPatient,
} from '@vialkeep/contract/patients.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { useUser } from '../../../kernel/session/session.ts';
import type { Column } from '../../../ui/data-table/state/column.ts';
import { hasMatchingText } from '../../../ui/data-table/state/matching-text.ts';
import { Screen } from '../../../ui/layout/screen.tsx';
import { listTexts } from './lists.texts.ts';
import { distributorColumns, managerColumns, repColumns } from './patient-columns.tsx';
import { clinicName, patientNumber, sellerName } from './patient-labels.ts';
import { PatientsTable } from './patients-table.tsx';

/** A sales rep's patients, by number only (F123). */
export function RepPatientsScreen() {
  return (
    <SoldPatients
      name="patients-of-rep"
      title={listTexts.ofRep.title}
      route={listPatientsOfSalesRep}
      columns={repColumns}
      filter={listTexts.ofRep.filter}
      words={({ hc_desc: [clinic] }) => [clinic?.company]}
      emptyHint={listTexts.ofRep.noneYet}
    />
  );
}

/** The patients of a sales manager's team (F128). */
export function ManagerPatientsScreen() {
  return (
    <SoldPatients
      name="patients-of-manager"
      title={listTexts.ofTeam.title}
      route={listPatientsOfSalesManager}
      columns={managerColumns}
      filter={listTexts.ofTeam.managerFilter}
      words={({ sales_rep: [rep], harvest_center: [clinic] }) => [sellerName(rep), clinicName(clinic)]}
      emptyHint={listTexts.ofTeam.noneYet}
    />
  );
}

/** The patients of a distributor's teams (F128). */
export function DistributorPatientsScreen() {
  return (
    <SoldPatients
      name="patients-of-distributor"
      title={listTexts.ofTeam.title}
      route={listPatientsOfSalesDistributor}
      columns={distributorColumns}
      filter={listTexts.ofTeam.distributorFilter}
      words={({ sales_rep: [rep] }) => [sellerName(rep), sellerName(rep?.sales_manager[0])]}
      emptyHint={listTexts.ofTeam.noneYet}
    />
  );
}

type Props = {
  name: string;
  title: string;
  route: typeof listPatientsOfSalesRep;
  columns: readonly Column<TeamPatient>[];
  filter: string;
  /** The texts that the filter searches besides the id. */
  words: (patient: TeamPatient) => readonly (string | undefined)[];
  emptyHint: string;
};

function SoldPatients({ name, title, route, columns, filter, words, emptyHint }: Props) {
  const { id } = useUser();
  const patients = useApi(route, { params: { id } });
  return (
    <Screen title={title}>
      <PatientsTable
        name={name}
        label={title}
        query={patients}
        columns={columns}
        rowName={patientNumber}
        filter={{
          placeholder: filter,
          matches: (patient, typed) => hasMatchingText([patientNumber(patient), ...words(patient)], typed),
        }}
        emptyHint={emptyHint}
      />
    </Screen>
  );
}

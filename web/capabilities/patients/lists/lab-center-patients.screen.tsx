import { listPatientsOfLabCenter } from '@vialkeep/contract/patients.ts';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { usePathParams } from '../../../kernel/navigation/use-path-params.ts';
import { useNamesHidden } from '../../../kernel/session/hidden-names.ts';
import { hasMatchingText } from '../../../ui/data-table/state/matching-text.ts';
import { Screen } from '../../../ui/layout/screen.tsx';
import { listTexts } from './lists.texts.ts';
import { useLabCenterColumns } from './patient-columns.tsx';
import { patientName } from './patient-labels.ts';
import { PatientsTable } from './patients-table.tsx';

const texts = listTexts.ofLabCenter;

/** The patients of one center of a lab (F121). */
export function LabCenterPatientsScreen() {
  const { lab_id = '', harvestcenter_id = '' } = usePathParams(addresses.labCenterPatients);
  const hidden = useNamesHidden();
  const patients = useApi(listPatientsOfLabCenter, { params: { labId: lab_id, hcId: harvestcenter_id }, query: {} });
  const isNameless = patients.data?.some(({ email }) => email === undefined) ?? false;
  const columns = useLabCenterColumns(isNameless);
  return (
    <Screen title={texts.title}>
      <PatientsTable
        name="patients-of-lab-center"
        label={texts.title}
        query={patients}
        columns={columns}
        rowName={(patient) => patientName(patient, hidden)}
        filter={{
          placeholder: isNameless ? texts.numberFilter : texts.filter,
          matches: (patient, typed) => hasMatchingText([patientName(patient, false), patient.email], typed),
        }}
        emptyHint={texts.noneYet}
      />
    </Screen>
  );
}

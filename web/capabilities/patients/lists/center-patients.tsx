import { type ListedPatient, listPatientsOfCenter, listPatientsOfReferralCenter } from '@vialkeep/contract/patients.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { useIsViewingAs } from '../../../kernel/session/acting.ts';
import { useNamesHidden } from '../../../kernel/session/hidden-names.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { hasMatchingText } from '../../../ui/data-table/state/matching-text.ts';
import { listTexts } from './lists.texts.ts';
import { useCenterColumns } from './patient-columns.tsx';
import { patientName } from './patient-labels.ts';
import { PatientsTable } from './patients-table.tsx';
import { StagesFromServer } from './stage-filter.tsx';

const texts = listTexts.ofCenter;

/** The patients of the harvest center that is logged in (F049). */
export function PatientsOfCenter() {
  return <OwnPatients name="patients-of-center" route={listPatientsOfCenter} emptyHint={texts.noneYet} />;
}

/** The patients of the referral center that is logged in (F049). */
export function PatientsOfReferralCenter() {
  return (
    <OwnPatients
      name="patients-of-referral-center"
      route={listPatientsOfReferralCenter}
      emptyHint={listTexts.ofReferralCenter.noneYet}
    />
  );
}

type Props = { name: string; route: typeof listPatientsOfCenter; emptyHint: string };

function OwnPatients({ name, route, emptyHint }: Props) {
  const { id } = useUser();
  const hidden = useNamesHidden();
  const isViewing = useIsViewingAs();
  const patients = useApi(route, { params: { id }, query: {} });
  return (
    <PatientsTable
      name={name}
      title={texts.title}
      label={texts.title}
      query={patients}
      columns={useCenterColumns()}
      rowName={(patient) => patientName(patient, hidden)}
      filter={{ placeholder: texts.filter, matches: isPatientMatch }}
      emptyHint={emptyHint}
      // For a viewed account the server would count the administrator's patients.
      strip={isViewing ? undefined : (state) => <StagesFromServer state={state} />}
    />
  );
}

function isPatientMatch(patient: ListedPatient, typed: string): boolean {
  return hasMatchingText([patientName(patient, false), patient.email], typed);
}

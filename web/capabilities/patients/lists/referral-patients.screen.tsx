import { listReferralPatientsOfCenter } from '@vialkeep/contract/patients.ts';
import { RhcSignUpLink } from '../../../components/account/rhc-sign-up-link.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { useNamesHidden } from '../../../kernel/session/hidden-names.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { hasMatchingText } from '../../../ui/data-table/state/matching-text.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { listTexts } from './lists.texts.ts';
import { useReferralColumns } from './patient-columns.tsx';
import { patientName, patientNumber } from './patient-labels.ts';
import { PatientsTable } from './patients-table.tsx';

const texts = listTexts.referral;

/** The patients that referral centers sent, and the registration link for referral centers (F080). */
export function ReferralPatientsScreen() {
  const { id } = useUser();
  const hidden = useNamesHidden();
  const patients = useApi(listReferralPatientsOfCenter, { params: { id }, query: {} });
  return (
    <Screen title={texts.title}>
      <Card title={texts.invite} note={texts.inviteNote}>
        <RhcSignUpLink centerId={id} />
      </Card>
      <PatientsTable
        name="referral-patients"
        label={texts.list}
        query={patients}
        columns={useReferralColumns()}
        rowName={(patient) => patientName(patient, hidden)}
        filter={{
          placeholder: texts.filter,
          matches: (patient, typed) => hasMatchingText([patientNumber(patient)], typed),
        }}
        emptyHint={texts.noneYet}
      />
    </Screen>
  );
}

import type { ListedPatient } from '@vialkeep/contract/patients.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import { CellBadge, CellLines, TallCell } from '../../../ui/cell-lines.tsx';
import { RowLink } from '../../../ui/data-table/row-link.tsx';
import { today } from '../../../ui/formats.ts';
import { StageMark } from '../../../ui/stage-track.tsx';
import { accountLines } from './account-lines.ts';
import { listTexts } from './lists.texts.ts';
import { patientName } from './patient-words.ts';

const texts = listTexts.all;

export function PatientInformation({ patient, hidden }: { patient: ListedPatient; hidden: boolean }) {
  return (
    <TallCell>
      <div>
        <RowLink to={`/patients/${patient.id}`}>{patientName(patient, hidden)}</RowLink>
      </div>
      <CellLines
        lines={[
          [listTexts.email, hidden ? listTexts.hidden : patient.email],
          [texts.labId, patient.lab_id || listTexts.none],
        ]}
      />
      <CellBadge label={texts.type} aside={patient.domain.name}>
        {planNames[2]}
      </CellBadge>
    </TallCell>
  );
}

export function PatientAccount({ patient }: { patient: ListedPatient }) {
  return (
    <TallCell>
      <StageMark patient={patient} today={today()} />
      <CellLines lines={accountLines(patient)} inColumns />
    </TallCell>
  );
}

import type { TabledPatient } from '@vialkeep/contract/patients.ts';
import { Plan, planNames } from '@vialkeep/contract/plans.ts';
import { StageMark } from '../../../components/sample/stage-track.tsx';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { RowLink } from '../../../ui/data-table/view/row-link.tsx';
import { CellBadge, CellLines, CellNothing, TallCell } from '../../../ui/display/cell-lines.tsx';
import { DocumentState } from '../../../ui/display/document-state.tsx';
import { formatEmail, today } from '../../../ui/display/formats.ts';
import { accountLines } from './account-lines.ts';
import classes from './lists.module.css';
import { listTexts } from './lists.texts.ts';
import { formatPatientAddress, patientName, phoneOf } from './patient-labels.ts';

const texts = listTexts.all;

export function PatientInformation({ patient, hidden }: { patient: TabledPatient; hidden: boolean }) {
  return (
    <TallCell>
      <div>
        <RowLink to={linkTo(addresses.patient, { id: patient.id })}>{patientName(patient, hidden)}</RowLink>
      </div>
      <CellLines
        lines={[
          [listTexts.email, hidden ? listTexts.hidden : formatEmail(patient.email)],
          [texts.phone, hidden ? listTexts.hidden : phoneOf(patient)],
          [texts.address, hidden ? listTexts.hidden : formatPatientAddress(patient)],
          [texts.labId, patient.lab_id || listTexts.none],
        ]}
      />
      <CellBadge label={texts.type} aside={patient.domain.name}>
        {planNames[Plan.generalMember]}
      </CellBadge>
    </TallCell>
  );
}

/** Documents are not links, because readers of this table cannot read the files (W-04). */
export function PatientDocuments({ patient: { documents } }: { patient: TabledPatient }) {
  if (documents.length === 0) return <CellNothing>{texts.noDocuments}</CellNothing>;
  return (
    <ul className={classes.documents}>
      {buildKeyedDocuments(documents).map(({ key, document }) => (
        <li key={key}>
          <DocumentState document={document} isWritten />
        </li>
      ))}
    </ul>
  );
}

/** Makes keys unique: two documents may have the same name and status. */
function buildKeyedDocuments(documents: TabledPatient['documents']) {
  return documents.map((document, at) => ({ key: `${at} ${document.name}`, document }));
}

export function PatientAccount({ patient }: { patient: TabledPatient }) {
  return (
    <TallCell>
      <StageMark patient={patient} today={today()} />
      <CellLines lines={accountLines(patient)} inColumns />
    </TallCell>
  );
}

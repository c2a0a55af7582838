import type { CenterTransaction } from '@vialkeep/contract/transactions.ts';
import { shownName } from '../../kernel/session/shown-name.ts';
import { TallCell } from '../../ui/display/cell-lines.tsx';
import { DocumentLink } from '../../ui/display/document-link.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { customColumn, dayColumn } from '../../ui/layout/columns.tsx';
import { DetailsCell } from './details-cell.tsx';
import { doneSteps } from './label-steps.ts';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';
import { StepMark } from './step-mark.tsx';

const texts = labelsTexts.requests;

type Row = CenterTransaction;

/** '#12 Ana Ruiz', initials while names are hidden. */
export function patientOf({ patient: [patient] }: Row, hidden: boolean): string {
  if (!patient) return texts.noPatient;
  return `#${patient.id} ${shownName(`${patient.first_name} ${patient.last_name}`, hidden)}`;
}

export function feeColumns({ hidden, ofReferrals }: { hidden: boolean; ofReferrals: boolean }) {
  return [
    dayColumn<Row>(texts.joinDate, ({ patient: [patient] }) => patient?.date_joined ?? null, {
      priority: 2,
      width: '10%',
    }),
    customColumn<Row>(
      texts.patient,
      (row) => (
        <TallCell>
          <span>{patientOf(row, hidden)}</span>
          {ofReferrals && <span className={classes.aside}>{referralOf(row)}</span>}
        </TallCell>
      ),
      { value: (row) => patientOf(row, hidden), sort: (row) => patientOf(row, false), width: '17%' },
    ),
    customColumn<Row>(texts.documents, (row) => <Documents row={row} />, {
      value: ({ patient_documents }) => patient_documents.map(({ name, status }) => `${name}: ${status}`).join('; '),
      width: '27%',
    }),
    customColumn<Row>(labelsTexts.requests.step, (row) => <StepMark row={row} />, {
      value: (row) => labelsTexts.stepsDone(Object.values(doneSteps(row)).filter(Boolean).length),
      priority: 3,
      width: '12%',
    }),
    customColumn<Row>(
      texts.details,
      (row) => <DetailsCell label={row.fedex_request[0]} forWhom={forAnother(row, hidden)} />,
      {
        value: ({ fedex_request: [label] }) => label?.tracking_number || texts.pending,
        width: '14%',
      },
    ),
  ];
}

function referralOf({ referral_harvest_center: [referral] }: Row): string {
  return referral ? texts.ofReferral(referral.id, referral.company) : '';
}

function Documents({ row: { patient_documents } }: { row: Row }) {
  if (patient_documents.length === 0) return <span className={classes.aside}>{texts.noDocuments}</span>;
  return (
    <ul className={classes.documents}>
      {patient_documents.map((document) => (
        <li key={document.id}>
          <DocumentLink document={document}>{labelsTexts.agreements[document.kind]}</DocumentLink>
          <StatusPill tone={document.status === 'Completed' ? 'done' : 'waiting'}>{document.status}</StatusPill>
        </li>
      ))}
    </ul>
  );
}

/** The person that a row's label is for, if it is not the row's patient. */
function forAnother({ patient: [patient], fedex_request: [label] }: Row, hidden: boolean): string {
  if (!label) return '';
  const ids = label.patients_ids.split(',');
  if (ids.includes(String(patient?.id))) return '';
  return shownName(label.other_patient_name, hidden) || ids.map((id) => `#${id}`).join(', ');
}

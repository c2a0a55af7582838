import type { ListedPatient } from '@vialkeep/contract/patients.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import { RowLink } from '../../../ui/data-table/row-link.tsx';
import { today } from '../../../ui/formats.ts';
import { StageMark } from '../../../ui/stage-track.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { type AccountLine, accountLines } from './account-lines.ts';
import classes from './lists.module.css';
import { listTexts } from './lists.texts.ts';
import { patientName } from './patient-words.ts';

const texts = listTexts.all;

export function PatientInformation({ patient, hidden }: { patient: ListedPatient; hidden: boolean }) {
  return (
    <div className={classes.cell}>
      <div>
        <RowLink to={`/patients/${patient.id}`}>{patientName(patient, hidden)}</RowLink>
      </div>
      <Lines
        lines={[
          [listTexts.email, hidden ? listTexts.hidden : patient.email],
          [texts.labId, patient.lab_id || listTexts.none],
        ]}
      />
      <div className={classes.badges}>
        <StatusPill tone="none">
          <span className="visually-hidden">{texts.type}: </span>
          {planNames[2]}
        </StatusPill>
        <span className={classes.domain}>{patient.domain.name}</span>
      </div>
    </div>
  );
}

export function PatientAccount({ patient }: { patient: ListedPatient }) {
  return (
    <div className={classes.cell}>
      <StageMark patient={patient} today={today()} />
      <Lines lines={accountLines(patient)} inColumns />
    </div>
  );
}

function Lines({ lines, inColumns }: { lines: readonly AccountLine[]; inColumns?: boolean }) {
  return (
    <dl className={classes.lines} data-columns={inColumns || undefined}>
      {lines.map(([label, value]) => (
        <div key={label} className={classes.line}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

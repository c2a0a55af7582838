import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type PatientRecord, readPatientRecord } from '@vialkeep/contract/patients.ts';
import { useState } from 'react';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { TextLink } from '../../../ui/actions/link.tsx';
import { WaitingState } from '../../../ui/feedback/load-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { PatientForm } from '../form/patient-form.tsx';
import { headLine, patientName } from './head-line.ts';
import classes from './record.module.css';
import { recordTexts } from './record.texts.ts';
import { RecordParts } from './record-parts.tsx';

const texts = recordTexts.form;

/** Shows a patient over any list; open while there is an id (F056). */
export function PatientModal({ id, onClose }: { id: UserId | null; onClose: () => void }) {
  return (
    <FormModal opened={id !== null} title={texts.modal} size="lg" onClose={onClose}>
      {id !== null && <Patient key={id} id={id} onDone={onClose} />}
    </FormModal>
  );
}

function Patient({ id, onDone }: { id: UserId; onDone: () => void }) {
  const record = useApi(readPatientRecord, { params: { id } });
  const [isFresh, setFresh] = useState(false);
  // Cached data may be stale; the form opens with a fresh answer.
  if (!isFresh && record.data && !record.isFetching) setFresh(true);
  if (record.data && !isFresh) return <WaitingState text={texts.loading} />;
  return (
    <Loaded query={record} loading={texts.loading} failed={texts.failed}>
      {(patient) => (
        <>
          <Head record={patient} />
          <PatientForm record={patient} onDone={onDone} />
          <div className={classes.formParts}>
            <RecordParts place="form" patientId={id} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Head({ record }: { record: PatientRecord }) {
  return (
    <div className={classes.modalHead}>
      <div>
        <p className={classes.modalName}>{patientName(record)}</p>
        <p className={classes.modalLine}>{headLine(record)}</p>
      </div>
      <TextLink to={linkTo(addresses.patient, { id: record.id })}>{texts.openRecord}</TextLink>
    </div>
  );
}

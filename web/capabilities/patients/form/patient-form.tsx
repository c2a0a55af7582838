import { type PatientRecord, readPatientRecord, updatePatient } from '@vialkeep/contract/patients.ts';
import { type ReactNode, useState } from 'react';
import { ProcessFields } from '../../../components/sample/process-fields.tsx';
import { call } from '../../../kernel/api/api.ts';
import { patientRoutes } from '../../../kernel/api/patient-routes.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { Form } from '../../../ui/form/form.tsx';
import { ChangedMeanwhile } from '../../../ui/form/layout/changed-meanwhile.tsx';
import { FieldGroup, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useVersionedForm } from '../../../ui/form/state/use-versioned-form.ts';
import { recordTexts } from '../record/record.texts.ts';
import { PatientFacts } from './patient-facts.tsx';
import { CenterFields, IdentityFields, LockedFields } from './patient-fields.tsx';
import {
  buildPatientUpdate,
  buildPatientValues,
  differences,
  mergedValues,
  PatientValues,
  ProcessingOnly,
} from './patient-values.ts';

const texts = recordTexts.form;

/** Not an error: the form shows the newer values and the user saves again. */
const meanwhile = { changed_meanwhile: updatePatient.refusals.changed_meanwhile.message };

type Props = {
  record: PatientRecord;
  /** Called after the success notice has closed. */
  onDone: () => void;
  /** Rendered before 'Submit'. */
  beside?: ReactNode;
};

/** Shows all fields, the processing fields only, or plain text, by the rights in the answer (F056–F060). */
export function PatientForm({ record, onDone, beside }: Props) {
  if (!record.may.includes('change_processing')) return <PatientFacts record={record} />;
  return <EditableForm record={record} onDone={onDone} beside={beside} />;
}

function EditableForm({ record, onDone, beside }: Props) {
  const isFull = record.may.includes('change_identity');
  const { form, command, base, before, isSaved, save } = usePatientForm(record, isFull, onDone);
  return (
    <Form
      form={form}
      command={command}
      onSubmit={save}
      label={texts.label}
      refusedText={texts.notSaved}
      says={meanwhile}
      // The version is in the key: a draft of an older version would undo another user's change.
      draft={`patient-${base.id}-${base.version}`}
    >
      {before && <ChangedMeanwhile changes={differences(before, base)} />}
      {isFull ? <IdentityFields email={base.email ?? ''} /> : <LockedFields record={base} />}
      <FieldGroup legend={texts.processing}>
        <ProcessFields />
      </FieldGroup>
      {isFull && <CenterFields domainId={base.domain.id} record={base} />}
      <FormActions>
        {beside}
        <Submit disabled={isSaved}>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function usePatientForm(record: PatientRecord, isFull: boolean, onDone: () => void) {
  const notices = useNotices();
  const [isSaved, setSaved] = useState(false);
  const { form, base, before, onRefused } = useVersionedForm({
    opened: record,
    schema: isFull ? PatientValues : ProcessingOnly,
    valuesOf: buildPatientValues,
    merged: mergedValues,
    readAgain: () => call(readPatientRecord, { params: { id: record.id } }),
  });
  const command = useCommand(updatePatient, {
    refreshes: patientRoutes,
    onDone: ({ message }) => {
      setSaved(true);
      notices.success(message, { onSucceeded: onDone });
    },
    onRefused,
  });
  const save = (values: PatientValues) =>
    command.run({ params: { id: base.id }, body: buildPatientUpdate(values, base) });
  return { form, command, base, before, isSaved, save };
}

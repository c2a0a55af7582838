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
import { changesOf, differences, mergedValues, PatientValues, ProcessingOnly, valuesOf } from './patient-values.ts';

const texts = recordTexts.form;

/** Nothing failed: the form shows the new values and is saved again. */
const meanwhile = { changed_meanwhile: updatePatient.refusals.changed_meanwhile.message };

type Props = {
  record: PatientRecord;
  /** The bar that says it was saved has ended. */
  onDone: () => void;
  /** Stands before 'Submit'. */
  beside?: ReactNode;
};

/** F056–F060: everything, the processing data only, or text to be read, as the answer says what one may. */
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
      // A draft of an older version would bring back what somebody else has changed since.
      draft={`patient-${base.id}-${base.version}`}
    >
      {before && <ChangedMeanwhile changes={differences(before, base)} />}
      {isFull ? <IdentityFields /> : <LockedFields record={base} />}
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
    valuesOf,
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
  const save = (values: PatientValues) => command.run({ params: { id: base.id }, body: changesOf(values, base) });
  return { form, command, base, before, isSaved, save };
}

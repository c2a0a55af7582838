import { createPatient } from '@vialkeep/contract/patients.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ProcessFields } from '../../../components/sample/process-fields.tsx';
import { patientRoutes } from '../../../kernel/api/patient-routes.ts';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { useMay } from '../../../kernel/session/current-session.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FieldGroup, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { recordTexts } from '../record/record.texts.ts';
import { NewPatientValues } from './new-patient-values.ts';
import { CenterFields, IdentityFields } from './patient-fields.tsx';
import { buildPatientValues, wireOf } from './patient-values.ts';

const texts = recordTexts.form;

/** The button and the form that it opens (F054). */
export function AddPatient() {
  const mayCreate = useMay('patients.create');
  const [opened, setOpened] = useState(false);
  if (!mayCreate) return null;
  return (
    <>
      <Button onClick={() => setOpened(true)}>{recordTexts.add.title}</Button>
      <FormModal opened={opened} title={recordTexts.add.title} size="lg" onClose={() => setOpened(false)}>
        {opened && <NewPatientForm onDone={() => setOpened(false)} />}
      </FormModal>
    </>
  );
}

function NewPatientForm({ onDone }: { onDone: () => void }) {
  const notices = useNotices();
  const own = useUser().domain.id;
  const domains = useApi(listDomains, {}).data ?? [];
  const [isCreated, setCreated] = useState(false);
  const form = useSchemaForm(NewPatientValues, { ...buildPatientValues(null), domain: own });
  const command = useCommand(createPatient, {
    refreshes: patientRoutes,
    onDone: ({ message }) => {
      setCreated(true);
      notices.success(message, { onSucceeded: onDone });
    },
  });
  const { domain } = form.getValues();

  // Choosing another site clears the centers, which belong to one site.
  const chosenFor = useRef(domain);
  const chooseAnew = useEffectEvent(() => {
    form.setFieldValue('harvest_center_temporal', null);
    form.setFieldValue('referral_harvest_center_temporal', null);
  });
  useEffect(() => {
    if (chosenFor.current !== domain) chooseAnew();
    chosenFor.current = domain;
  }, [domain]);

  return (
    <Form
      form={form}
      command={command}
      onSubmit={(values) => command.run({ body: { ...wireOf(values), domain: values.domain } })}
      draft="new-patient"
      label={recordTexts.add.title}
    >
      <IdentityFields>
        {domains.length > 1 && <SelectField name="domain" label={texts.domain} options={domains} required />}
      </IdentityFields>
      <FieldGroup legend={texts.processing}>
        <ProcessFields />
      </FieldGroup>
      <CenterFields key={domain} domainId={domain} record={null} />
      <FormActions>
        <Submit disabled={isCreated}>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

import { createInspection, INSPECTION_DAYS_MAX, listInspections } from '@vialkeep/contract/inspections.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { NumberField } from '../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../ui/form/fields/select-field.tsx';
import { EmailField, TextAreaField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import classes from './inspections.module.css';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.administered;
type Props = { opened: boolean; onClose: () => void };

export function OpenInspectionModal({ opened, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = (message: string) => {
    onClose();
    notices.success(message);
  };
  return (
    <FormModal opened={opened} title={texts.formTitle} onClose={onClose}>
      {opened && <OpenInspectionForm onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type OpenInspectionFormProps = { onDone: (message: string) => void; onCancel: () => void };

const nothingYet = {
  agency: '',
  name: '',
  email: '',
  reason: '',
  days: 7,
  patient_ids: '',
  with_names: false,
} as const;

function OpenInspectionForm({ onDone, onCancel }: OpenInspectionFormProps) {
  const { domain } = useUser();
  const sites = useApi(listDomains, {}).data ?? [];
  const form = useRouteForm(createInspection, { ...nothingYet, domain_id: domain.id });
  const command = useCommand(createInspection, {
    refreshes: [listInspections],
    onDone: ({ message }) => onDone(message),
  });
  return (
    <Form form={form} command={command} label={texts.formTitle} onSubmit={(body) => command.run({ body })}>
      <Fields>
        <p className={classes.lead}>{texts.lead}</p>
        {sites.length > 1 && <SelectField name="domain_id" label={texts.site} options={sites} required />}
        <TextField name="agency" label={texts.agency} maxLength={120} autoComplete="off" required />
        <TextField name="name" label={texts.name} maxLength={100} autoComplete="off" required />
        <EmailField name="email" label={texts.email} autoComplete="off" required />
        <TextAreaField name="reason" label={texts.reason} maxLength={500} rows={2} required />
        <NumberField name="days" label={texts.days} help={texts.daysHelp} min={1} max={INSPECTION_DAYS_MAX} required />
        <TextField
          name="patient_ids"
          label={texts.patients}
          help={texts.patientsHelp}
          inputMode="text"
          maxLength={2000}
          autoComplete="off"
        />
        <CheckboxField name="with_names" label={texts.withNames} help={texts.withNamesHelp} />
      </Fields>
      <FormActions>
        <Button onClick={onCancel}>{inspectionsTexts.cancel}</Button>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

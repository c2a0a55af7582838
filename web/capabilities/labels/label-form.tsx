import { OTHER_PATIENT, requestLabel } from '@vialkeep/contract/labels.ts';
import type { Location } from '@vialkeep/contract/locations.ts';
import type { CenterTransaction } from '@vialkeep/contract/transactions.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { AddressFields } from '../../ui/form/fields/address-fields.tsx';
import { DateField } from '../../ui/form/fields/date-fields.tsx';
import { MultiSelectField } from '../../ui/form/fields/select-field.tsx';
import { EmailField, PhoneField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import type { Option } from '../../ui/form/state/options.ts';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { LabelPreview } from './label-preview.tsx';
import { feeRoutes } from './label-routes.ts';
import { bodyOf, chosenPatients, LabelValues, newRequest } from './label-values.ts';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.form;

const addressNames = {
  line1: 'address1',
  line2: 'address2',
  city: 'city',
  state: 'state_desc',
  country: 'country_desc',
  postalCode: 'zip_code',
};

type Props = {
  /** The row from which the form was opened. */
  fee: CenterTransaction;
  options: readonly Option[];
  locations: readonly Location[];
  onRequested: () => void;
};

/** Shows a preview of the label beside the form (F113). */
export function LabelForm({ fee, options, locations, onRequested }: Props) {
  const user = useUser();
  const form = useSchemaForm(LabelValues, newRequest(user, locations, fee.patient[0]?.id ?? null));
  const command = useCommand(requestLabel, {
    refreshes: feeRoutes,
    onDone: onRequested,
    // The list shows labels that were requested meanwhile.
    onRefused: () => void refresh(feeRoutes),
  });
  const values = form.getValues();
  form.watch('patients', ({ value, previousValue }) => {
    const chosen = chosenPatients(value, previousValue);
    if (chosen.length !== value.length) form.setFieldValue('patients', [...chosen]);
  });

  return (
    <div className={classes.formPage}>
      <Form
        form={form}
        command={command}
        onSubmit={(typed) => command.run({ body: { ...bodyOf(typed), transaction_id: fee.id } })}
        label={texts.title}
      >
        <Fields>
          <FieldGroup legend={texts.whom}>
            <MultiSelectField
              name="patients"
              label={texts.patients}
              options={[{ value: OTHER_PATIENT, label: texts.other }, ...options]}
              required
            />
            {values.patients.includes(OTHER_PATIENT) && (
              <TextField name="other_patient_name" label={texts.otherName} autoComplete="off" required />
            )}
          </FieldGroup>
          <FieldGroup legend={texts.contact}>
            <Fields columns={2}>
              <EmailField name="harvest_center_email" label={texts.centerEmail} help={texts.centerEmailHelp} required />
              <TextField name="harvest_center_representative" label={texts.representative} required />
              <TextField name="doctor_name" label={texts.doctorName} />
              <EmailField name="doctor_email" label={texts.doctorEmail} />
              <PhoneField name="doctor_phone" label={texts.doctorPhone} />
              <DateField name="label_date" label={texts.date} required />
            </Fields>
          </FieldGroup>
          <FieldGroup legend={texts.from}>
            <AddressFields
              names={addressNames}
              labels={texts.address}
              required={['line1', 'city', 'state', 'country', 'postalCode']}
              postalCodeHelp=""
            />
          </FieldGroup>
        </Fields>
        <FormActions>
          <Submit>{texts.submit}</Submit>
        </FormActions>
      </Form>
      <LabelPreview values={values} />
    </div>
  );
}

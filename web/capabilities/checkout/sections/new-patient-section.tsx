import { Email } from '@vialkeep/contract/kernel/text.ts';
import { emailExists } from '@vialkeep/contract/users.ts';
import { call } from '../../../kernel/api/api.ts';
import { CheckboxField } from '../../../ui/form/fields/choice-fields.tsx';
import { EmailField, PhoneField, TextField } from '../../../ui/form/fields/text-field.tsx';
import { Fields } from '../../../ui/form/layout/form-layout.tsx';
import { FormSection } from '../../../ui/form/layout/form-section.tsx';
import { checkoutTexts } from '../checkout.texts.ts';
import type { CheckoutValues } from '../checkout-values.ts';

const { labels, sections, summaries } = checkoutTexts;

type Props = {
  values: CheckoutValues;
  /** Called with an email address that the server reports as registered. */
  onTaken: (email: string) => void;
};

const names = ['first_name', 'last_name', 'email', 'phone_number'];

/** A fee can register a new patient and request the patient's signatures (F094, F095). */
export function NewPatientSection({ values, onTaken }: Props) {
  return (
    <FormSection title={sections.newPatient} summary={summaryOf(values)} names={names}>
      <Fields>
        <CheckboxField name="create_patient" label={labels.createPatient} help={labels.createPatientHelp} />
        {values.create_patient && (
          <>
            <Fields columns={2}>
              <TextField name="first_name" label={labels.newPatient.first_name} autoComplete="off" required />
              <TextField name="last_name" label={labels.newPatient.last_name} autoComplete="off" required />
              <EmailField
                name="email"
                label={labels.newPatient.email}
                autoComplete="off"
                required
                onLeft={() => void checkEmail(values.email, onTaken)}
              />
              <PhoneField name="phone_number" label={labels.newPatient.phone_number} autoComplete="off" required />
            </Fields>
            <CheckboxField name="required_signature" label={labels.signature} help={labels.signatureHelp} />
          </>
        )}
      </Fields>
    </FormSection>
  );
}

/** An early check only: the server refuses a registered address before it charges the card (F096). */
async function checkEmail(typed: string, onTaken: (email: string) => void): Promise<void> {
  const email = Email.safeParse(typed).data;
  if (email === undefined) return;
  const answer = await call(emailExists, { body: { email } }).catch(() => null);
  if (answer?.exists) onTaken(email.toLowerCase());
}

function summaryOf({ create_patient, first_name, last_name }: CheckoutValues): string {
  if (!create_patient) return summaries.noNewPatient;
  return `${first_name} ${last_name}`.trim() || summaries.newPatient;
}

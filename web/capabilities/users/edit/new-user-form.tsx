import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { listDomains } from '@vialkeep/contract/sites.ts';
import { addUser, listUsers } from '@vialkeep/contract/users.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApi, useCommand } from '../../../kernel/api/query.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { AddressFields } from '../../../ui/form/fields/address-fields.tsx';
import { PasswordField } from '../../../ui/form/fields/password-field.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { EmailField, PhoneField, TextField } from '../../../ui/form/fields/text-field.tsx';
import { formTexts } from '../../../ui/form/form.texts.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { WizardBack } from '../../../ui/layout/wizard.tsx';
import { usersTexts } from '../users.texts.ts';
import { addressNames } from './address-names.ts';
import type { CreatablePlan } from './membership-cards.tsx';
import { invalidWords, isClinic, type NewUserValues, newUserShape } from './new-user-shape.ts';

const texts = usersTexts.create;

export function NewUserForm({ plan, onDone }: { plan: CreatablePlan; onDone: () => void }) {
  const notices = useNotices();
  const domains = useApi(listDomains, {});
  const form = useSchemaForm(newUserShape(plan), emptyValues(plan));
  const [isCreated, setCreated] = useState(false);
  const command = useCommand(addUser, {
    refreshes: [listUsers],
    onDone: ({ message }) => {
      setCreated(true);
      notices.success(message, { onSucceeded: onDone });
    },
  });

  // With a single site there is nothing to choose.
  const only = domains.data?.length === 1 ? domains.data[0]?.value : undefined;
  const choose = useEffectEvent((domain: DomainId) => {
    form.setInitialValues({ ...form.getInitialValues(), domain });
    form.setFieldValue('domain', domain);
  });
  useEffect(() => {
    if (only !== undefined) choose(only);
  }, [only]);

  const create = ({ domain, ...values }: NewUserValues) =>
    domain === null ? Promise.resolve(null) : command.run({ body: { ...values, domain } });

  return (
    <Form
      form={form}
      command={command}
      onSubmit={create}
      draft={`new-user-${plan}`}
      label={texts.title}
      says={{ unexpected: texts.failed, unavailable: texts.failed }}
      saysInvalid={(wrong) => invalidWords(form.getValues(), wrong) ?? formTexts.needAttention(wrong.length)}
    >
      <Fields columns={2}>
        <SelectField name="domain" label={texts.domain} options={domains.data ?? []} required />
        <EmailField name="email" label={texts.email} autoComplete="off" required />
        <TextField name="first_name" label={texts.firstName} autoComplete="off" required />
        <TextField name="last_name" label={texts.lastName} autoComplete="off" required />
        <PasswordField name="password" label={texts.password} autoComplete="new-password" withStrength required />
      </Fields>
      {isClinic(plan) && (
        <FieldGroup legend={texts.clinicGroup}>
          <Fields columns={2}>
            <TextField name="company" label={texts.clinic} autoComplete="off" required />
            <PhoneField name="phone_number" label={texts.clinicPhone} autoComplete="off" required />
          </Fields>
        </FieldGroup>
      )}
      <FieldGroup legend={texts.addressGroup}>
        <AddressFields
          names={addressNames}
          labels={{ line1: texts.line1, line2: texts.line2, state: texts.state }}
          placeholders={{ line1: texts.line1Placeholder, line2: texts.line2Placeholder }}
          postalCodeHelp={texts.postalCodeHelp}
        />
      </FieldGroup>
      <FormActions>
        <WizardBack>{texts.back}</WizardBack>
        <Submit busyText={texts.busy} disabled={isCreated}>
          {texts.submit}
        </Submit>
      </FormActions>
    </Form>
  );
}

function emptyValues(subscription: CreatablePlan): NewUserValues {
  return {
    subscription,
    domain: null,
    first_name: '',
    last_name: '',
    email: '',
    password: '',
    company: '',
    phone_number: '',
    address1: '',
    address2: '',
    city: '',
    state_desc: '',
    country_desc: '',
    zip_code: '',
  };
}

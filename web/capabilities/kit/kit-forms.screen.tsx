import { updateUser, uploadHcLogo } from '@vialkeep/contract/profile.ts';
import { useState } from 'react';
import { type Failure, Refused } from '../../kernel/api/failure.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { AddressFields } from '../../ui/form/fields/address-fields.tsx';
import { SwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { FileField } from '../../ui/form/fields/file-field.tsx';
import { ReadOnlyField } from '../../ui/form/fields/read-only-field.tsx';
import { EmailField, PhoneField, TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useRouteForm } from '../../ui/form/state/use-route-form.ts';
import { Card } from '../../ui/layout/card.tsx';
import classes from './kit.module.css';
import { KitCheckout } from './kit-checkout.tsx';
import { KitEntities } from './kit-entities.tsx';
import { KitEveryField } from './kit-every-field.tsx';
import { KitFrame } from './kit-frame.tsx';
import { KitPayment } from './kit-payment.tsx';
import { KitProcess } from './kit-process.tsx';
import { KitSteps } from './kit-steps.tsx';
import { after } from './kit-waits.ts';

const SAVING_MS = 700;

export function KitFormsScreen() {
  return (
    <KitFrame title="Forms">
      <Card title="Profile" note="Enter Contact Information Below">
        <ProfileForm />
      </Card>
      <Card title="Every field">
        <KitEveryField />
      </Card>
      <Card title="A card to pay with">
        <KitPayment />
      </Card>
      <Card title="Long lists">
        <KitEntities />
      </Card>
      <Card title="Computed days, and what can be folded away">
        <KitProcess />
      </Card>
      <Card title="Sections, cards to choose from, and what it costs">
        <KitCheckout />
      </Card>
      <KitSteps />
      <div className={classes.two}>
        <Card title="A file">
          <FileField route={uploadHcLogo} input={{}} label="Logo" choose="Choose Image" onUploaded={() => undefined} />
        </Card>
        <Card title="A switch">
          <Switches />
        </Card>
      </div>
    </KitFrame>
  );
}

/** Uses a real route; the email 'taken@example.org' is refused as the server would. */
function ProfileForm() {
  const notices = useNotices();
  const form = useRouteForm(updateUser, {
    first_name: 'Maria',
    last_name: '',
    phone_number: '',
    email: 'taken@example.org',
    address1: '',
    address2: '',
    city: '',
    state_desc: '',
    country_desc: '',
    zip_code: '',
  });
  const [command, setCommand] = useState<{ busy: boolean; refusal: Failure | null }>({ busy: false, refusal: null });

  async function save(email: string | undefined) {
    setCommand({ busy: true, refusal: null });
    await after(SAVING_MS);
    const refusal = email === 'taken@example.org' ? emailInUse() : null;
    setCommand({ busy: false, refusal });
    if (refusal) return null;
    notices.success('Record has been updated!');
    return true;
  }

  return (
    <Form form={form} command={command} draft="kit-profile" label="Profile" onSubmit={(values) => save(values.email)}>
      <Fields columns={2}>
        <TextField name="first_name" label="First Name" required autoComplete="given-name" />
        <TextField name="last_name" label="Last Name" required autoComplete="family-name" />
        <PhoneField name="phone_number" label="Phone Number" required />
        <EmailField name="email" label="E-mail" required />
        <ReadOnlyField label="Date Joined" value="2026-03-14" />
        <ReadOnlyField label="Last Login" value="2026-11-12 14:02 (UTC)" />
      </Fields>
      <FieldGroup legend="Where Are You Located?">
        <AddressFields
          names={{
            line1: 'address1',
            line2: 'address2',
            city: 'city',
            state: 'state_desc',
            country: 'country_desc',
            postalCode: 'zip_code',
          }}
        />
      </FieldGroup>
      <FormActions>
        <Submit busyText="Updating information">Save</Submit>
      </FormActions>
    </Form>
  );
}

function Switches() {
  const [on, setOn] = useState(false);
  return (
    <SwitchField
      label="Keep messages until I close them"
      help="Saved at once."
      checked={on}
      onSave={async (next) => {
        await after(SAVING_MS);
        setOn(next);
      }}
    />
  );
}

function emailInUse() {
  const message = 'This e-mail already has an account.';
  return new Refused({ status: 400, reason: 'email_in_use', message, fields: { email: message } });
}

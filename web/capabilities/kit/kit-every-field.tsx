import { NewPassword, requiredText } from '@vialkeep/contract/kernel/text.ts';
import { z } from 'zod';
import { useNotices } from '../../ui/feedback/notices.ts';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { ColourField } from '../../ui/form/fields/colour-field.tsx';
import { DateField, MonthField, RangeField } from '../../ui/form/fields/date-fields.tsx';
import { MoneyField, NumberField } from '../../ui/form/fields/number-field.tsx';
import { PasswordField } from '../../ui/form/fields/password-field.tsx';
import { PickedFileField } from '../../ui/form/fields/picked-file-field.tsx';
import { MultiSelectField, PlainSelectField, SelectField } from '../../ui/form/fields/select-field.tsx';
import { TagsField } from '../../ui/form/fields/tags-field.tsx';
import { TextAreaField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { kitPeople } from './kit-people.ts';

const Everything = z.object({
  patient: z.number({ error: 'Choose a patient.' }),
  centers: z.array(z.number()).min(1, 'Choose at least one center.'),
  product: z.string({ error: 'Choose a product.' }),
  sections: z.array(z.string()),
  quantity: z.number({ error: 'Enter 1 or more.' }).min(1, 'Enter 1 or more.'),
  price: z.number().nullable(),
  received: z.iso.date('Choose a day.'),
  expires: z.string(),
  period: z.object({ from: z.string(), to: z.string() }),
  password: NewPassword,
  message: requiredText('Message', 500),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i, 'Enter a colour like #0b5c6b.'),
  picture: z.custom<File | null>(),
  agreed: z.literal(true, { error: 'Please accept first.' }),
});

const patients = kitPeople.map((person) => {
  const [first_name, last_name] = person.name.split(' ');
  return { id: person.id, first_name, last_name };
});
const centers = [
  { id: 412, company: 'North Clinic' },
  { id: 415, company: 'Lakeside' },
  { id: 418, company: 'Cedar Health' },
];
const products = [
  { value: '2', label: 'Order Patient Vials' },
  { value: '14', label: 'Pre-Order Patient Vials' },
];

export function KitEveryField() {
  const notices = useNotices();
  // Unset values do not match the schema's type; the schema reports them.
  const form = useSchemaForm(Everything, {
    patient: null as never,
    centers: [],
    product: null as never,
    sections: ['Shipping'],
    quantity: 0,
    price: 1234.5,
    received: '',
    expires: '',
    period: { from: '2026-11-03', to: '2026-11-12' },
    password: '',
    message: '',
    colour: '#0b5c6b',
    picture: null,
    agreed: false as never,
  });

  return (
    <Form form={form} label="Every field" onSubmit={async () => notices.success('Everything is right.')}>
      <Fields columns={2}>
        <SelectField name="patient" label="Patient" options={patients} required />
        <MultiSelectField name="centers" label="Harvest Centers" options={centers} required />
        <PlainSelectField name="product" label="Product" options={products} required />
        <TagsField
          name="sections"
          label="Resource Section(s)"
          help="Tags where this resource will show up. (press enter to add new resource section)"
        />
        <NumberField name="quantity" label="Quantity" min={0} required />
        <MoneyField name="price" label="Price" />
        <DateField name="received" label="Received" required />
        <MonthField name="expires" label="Card expiration" placeholder="12/25" />
        <RangeField name="period" label="Date Range" />
        <PasswordField name="password" label="New password" autoComplete="new-password" withStrength required />
        <TextAreaField name="message" label="Message" required />
        <CheckboxField name="agreed" label="I accept and agree the Private Membership Agreement" />
      </Fields>
      <Fields>
        <ColourField name="colour" label="Colour" />
        <PickedFileField
          name="picture"
          label="Picture"
          help="Goes along when the form is sent."
          upload={{ types: ['png', 'jpeg', 'webp'], maxBytes: 2 * 1024 * 1024 }}
        />
      </Fields>
      <FormActions>
        <Submit>Submit</Submit>
      </FormActions>
    </Form>
  );
}

import { AccountFields } from '../../ui/form/fields/account-fields.tsx';
import { AddressFields } from '../../ui/form/fields/address-fields.tsx';
import { PhoneField, TextField } from '../../ui/form/fields/text-field.tsx';
import { FieldGroup, Fields } from '../../ui/form/layout/form-layout.tsx';
import { signUpTexts as texts } from './sign-up.texts.ts';

/** The person who signs up; for a clinic it is the doctor. */
export function PersonFields({ doctor = false }: { doctor?: boolean }) {
  const { firstName, lastName, email, password, passwordHelp, doctorFirstName, doctorLastName } = texts;
  const names = doctor ? { firstName: doctorFirstName, lastName: doctorLastName } : { firstName, lastName };
  return <AccountFields labels={{ ...names, email, password, passwordHelp }} own />;
}

export function ClinicFields() {
  return (
    <Fields columns={2}>
      <TextField name="company" label={texts.clinic} autoComplete="organization" required />
      <PhoneField name="phone_number" label={texts.clinicPhone} required />
    </Fields>
  );
}

const names = {
  line1: 'address1',
  line2: 'address2',
  city: 'city',
  state: 'state_desc',
  country: 'country_desc',
  postalCode: 'zip_code',
} as const;

type AddressOf = 'seller' | 'harvestCenter' | 'referralCenter' | 'staff';

/** Optional for sales plans; required for clinics, to a degree that differs by page. */
export function SignUpAddress({ of }: { of: AddressOf }) {
  return (
    <FieldGroup legend={texts.addressGroup}>
      <AddressFields names={names} {...rules[of]} />
    </FieldGroup>
  );
}

const labels = { line1: texts.line1, line2: texts.line2 };
const clinicParts = ['line1', 'city', 'state', 'country'] as const;

const rules = {
  seller: {},
  harvestCenter: { labels, required: clinicParts, postalCodeHelp: texts.postalCodeRequired },
  referralCenter: { labels, required: [...clinicParts, 'postalCode'], postalCodeHelp: texts.postalCodeRequired },
  staff: { labels, required: clinicParts },
} as const;

/** The initial values. */
export const noPerson = { first_name: '', last_name: '', email: '', password: '' };
export const noAddress = { address1: '', address2: '', city: '', state_desc: '', country_desc: '', zip_code: '' };
export const noClinic = { company: '', phone_number: '', ...noAddress };

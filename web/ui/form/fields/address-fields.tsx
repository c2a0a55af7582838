import { Autocomplete } from '@mantine/core';
import { useEffect } from 'react';
import classes from '../form.module.css';
import { Fields } from '../layout/form-layout.tsx';
import { countryCode, countryNames, stateNames } from '../state/countries.ts';
import { useFormContext } from '../state/form-context.ts';
import { type FieldProps, useField } from '../state/use-field.tsx';
import { TextField } from './text-field.tsx';

/** The wire names of an address; they differ between calls. */
export type AddressNames = {
  line1: string;
  line2: string;
  city: string;
  state: string;
  country: string;
  postalCode: string;
  /** If the call also takes a country code, it follows the country, and is empty for an unknown one (U-31). */
  countryCode?: string;
};

type AddressPart = Exclude<keyof AddressNames, 'countryCode'>;

type Props = {
  names: AddressNames;
  labels?: Partial<Record<AddressPart, string>>;
  placeholders?: { line1: string; line2: string };
  required?: readonly AddressPart[];
  postalCodeHelp?: string;
  disabled?: boolean;
};

const usualLabels: Record<AddressPart, string> = {
  line1: 'Address Line 1 (Optional)',
  line2: 'Address Line 2 (Optional)',
  city: 'City',
  state: 'State',
  country: 'Country',
  postalCode: 'Postal Code',
};

const POSTAL_CODE_HELP = 'LEAVE BLANK IF THIS DOES NOT APPLY TO YOUR COUNTRY';

/** The shared address fields. */
export function AddressFields(props: Props) {
  const { names, labels, placeholders, required = [], postalCodeHelp = POSTAL_CODE_HELP, disabled } = props;
  const typed = useFormContext().form.getValues()[names.country];
  const country = typeof typed === 'string' ? typed : '';
  const field = (part: AddressPart) => ({
    name: names[part],
    label: labels?.[part] ?? usualLabels[part],
    required: required.includes(part),
    disabled,
  });

  return (
    <Fields columns={2}>
      <TextField {...field('line1')} placeholder={placeholders?.line1} autoComplete="address-line1" />
      <TextField {...field('line2')} placeholder={placeholders?.line2} autoComplete="address-line2" />
      <TextField {...field('city')} autoComplete="address-level2" />
      <SuggestField {...field('state')} autoComplete="address-level1" suggestions={stateNames(country)} />
      <SuggestField {...field('country')} autoComplete="country-name" suggestions={countryNames()} />
      <TextField {...field('postalCode')} help={postalCodeHelp} autoComplete="postal-code" />
      {names.countryCode && <CountryCode name={names.countryCode} country={country} />}
    </Fields>
  );
}

type SuggestProps = FieldProps & { suggestions: readonly string[]; autoComplete: string };

/** Free text with suggestions; other values are accepted (U-31). */
function SuggestField({ suggestions, autoComplete, ...props }: SuggestProps) {
  const field = useField<string>(props);
  return (
    <Autocomplete
      {...field.input}
      name={props.name}
      autoComplete={autoComplete}
      data={suggestions}
      limit={8}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      value={field.value}
      onChange={field.set}
    />
  );
}

function CountryCode({ name, country }: { name: string; country: string }) {
  const { form } = useFormContext();
  const code = countryCode(country);
  useEffect(() => {
    if (form.getValues()[name] !== code) form.setFieldValue(name, code);
  }, [form, name, code]);
  return null;
}

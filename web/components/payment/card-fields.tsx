import { TextInput } from '@mantine/core';
import { brandOf } from '@vialkeep/contract/card-number.ts';
import { useFormContext } from '../../ui/form/state/form-context.ts';
import { type FieldProps, useField } from '../../ui/form/state/use-field.tsx';
import { BrandMark } from './brand-mark.tsx';
import { digitsIn, groupedNumber } from './card-digits.ts';

const LONGEST_CODE = 4;

/** A card number in the brand's groups, with the brand mark. Never stored in a draft. */
export function CardNumberField(props: FieldProps) {
  const { secrets } = useFormContext();
  const field = useField<string>(props);
  secrets.add(props.name);
  const brand = brandOf(digitsIn(field.value));
  return (
    <TextInput
      {...field.input}
      name={props.name}
      inputMode="numeric"
      autoComplete="cc-number"
      spellCheck={false}
      value={groupedNumber(field.value)}
      onChange={(event) => field.set(groupedNumber(event.currentTarget.value))}
      rightSectionWidth={60}
      rightSectionPointerEvents="none"
      rightSection={brand === 'Card' ? undefined : <BrandMark brand={brand} />}
    />
  );
}

/** The security code, masked. Never stored in a draft. */
export function SecurityCodeField(props: FieldProps) {
  const { secrets } = useFormContext();
  const field = useField<string>(props);
  secrets.add(props.name);
  return (
    <TextInput
      {...field.input}
      type="password"
      name={props.name}
      inputMode="numeric"
      autoComplete="cc-csc"
      value={field.value}
      onChange={(event) => field.set(digitsIn(event.currentTarget.value).slice(0, LONGEST_CODE))}
    />
  );
}

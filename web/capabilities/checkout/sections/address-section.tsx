import type { Location } from '@vialkeep/contract/locations.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { AddressFields } from '../../../ui/form/fields/address-fields.tsx';
import { CheckboxField } from '../../../ui/form/fields/choice-fields.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { Fields } from '../../../ui/form/layout/form-layout.tsx';
import { FormSection } from '../../../ui/form/layout/form-section.tsx';
import type { FormOf } from '../../../ui/form/state/use-route-form.ts';
import classes from '../checkout.module.css';
import { checkoutTexts } from '../checkout.texts.ts';
import { type AddressPrefix, addressValues, type CheckoutValues } from '../checkout-values.ts';

const { labels, sections, summaries } = checkoutTexts;

type Props = {
  prefix: AddressPrefix;
  form: FormOf<CheckoutValues>;
  locations: readonly Location[];
};

/** Offers a saved location, editable with 'Edit', or a typed address (F102). */
export function AddressSection({ prefix, form, locations }: Props) {
  const { values, errors } = form;
  const names = addressNames(prefix);
  const fields = Object.values(names);
  const isSame = prefix === 'shipping' && values.same_as_billing;
  const isFilled = values[`${prefix}_address1`] !== '';
  return (
    <FormSection
      title={sections[prefix]}
      summary={isSame ? labels.sameAsBilling : summaryOf(prefix, values, locations)}
      names={fields}
      starts={isFilled || isSame ? 'closed' : 'open'}
    >
      <Fields>
        {prefix === 'shipping' && <CheckboxField name="same_as_billing" label={labels.sameAsBilling} />}
        {!isSame && (
          <Address
            prefix={prefix}
            form={form}
            locations={locations}
            isWrong={fields.some((name) => errors[name] !== undefined)}
          />
        )}
      </Fields>
    </FormSection>
  );
}

type AddressProps = Props & { isWrong: boolean };

function Address({ prefix, form, locations, isWrong }: AddressProps) {
  const [isEdited, setEdited] = useState(false);
  useFilledByLocation(prefix, form, locations);
  if (isWrong && !isEdited) setEdited(true);
  const isOpen = isEdited || locations.length === 0;
  return (
    <>
      {locations.length > 0 && (
        <SelectField
          name={`${prefix}_location`}
          label={labels.location}
          options={locations.map((location) => ({ value: location.id, label: formatLocationOption(location) }))}
          required
        />
      )}
      {isOpen ? (
        <AddressFields
          names={addressNames(prefix)}
          labels={{ line1: labels.address1, line2: labels.address2 }}
          required={['line1', 'city', 'state', 'country']}
        />
      ) : (
        <div className={classes.address}>
          <address>{addressLine(prefix, form.values)}</address>
          <Button size="xs" onClick={() => setEdited(true)}>
            {labels.edit}
          </Button>
        </div>
      )}
    </>
  );
}

/** Choosing a location overwrites the typed address. */
function useFilledByLocation(prefix: AddressPrefix, form: FormOf<CheckoutValues>, locations: readonly Location[]) {
  const chosen = form.values[`${prefix}_location`];
  const filledFrom = useRef(chosen);
  const fill = useEffectEvent((id: number) => {
    const location = locations.find((one) => one.id === id);
    if (!location) return;
    for (const [name, value] of Object.entries(addressValues(prefix, location, id))) form.setFieldValue(name, value);
  });
  useEffect(() => {
    if (chosen === null || chosen === filledFrom.current) return;
    filledFrom.current = chosen;
    fill(chosen);
  }, [chosen]);
}

function addressNames(prefix: AddressPrefix) {
  return {
    line1: `${prefix}_address1`,
    line2: `${prefix}_address2`,
    city: `${prefix}_city`,
    state: `${prefix}_state`,
    country: `${prefix}_country_desc`,
    postalCode: `${prefix}_zip_code`,
  };
}

/** Starts with the location's name, unless the user has changed the address. */
function summaryOf(prefix: AddressPrefix, values: CheckoutValues, locations: readonly Location[]): string {
  const location = locations.find(({ id }) => id === values[`${prefix}_location`]);
  const isUntouched = location?.address1 === values[`${prefix}_address1`];
  const parts = [isUntouched ? location?.location_name : '', addressLine(prefix, values)];
  return parts.filter(Boolean).join(', ') || summaries.noAddress;
}

function addressLine(prefix: AddressPrefix, values: CheckoutValues): string {
  const parts = ['address1', 'address2', 'city', 'state', 'zip_code', 'country_desc'] as const;
  return parts
    .map((part) => values[`${prefix}_${part}`])
    .filter((text) => text !== '')
    .join(', ');
}

function formatLocationOption({ location_name, address1 }: Location): string {
  return location_name ? `${location_name}, ${address1}` : address1;
}

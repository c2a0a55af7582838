import {
  createLocation,
  type Location,
  LocationDetails,
  listLocations,
  updateLocation,
} from '@vialkeep/contract/locations.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { AddressFields } from '../../ui/form/fields/address-fields.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { locationsTexts } from './locations.texts.ts';

const texts = locationsTexts.form;

const addressNames = {
  line1: 'address1',
  line2: 'address2',
  city: 'city',
  state: 'state_desc',
  country: 'country_desc',
  postalCode: 'zip_code',
};

type Props = {
  /** The location to edit; null adds a new one. */
  location: Location | null;
  isFirst: boolean;
  onSaved: (message: string) => void;
};

export function LocationForm({ location, isFirst, onSaved }: Props) {
  const user = useUser();
  const form = useSchemaForm(LocationDetails, buildLocationValues(location));
  const refreshes = [listLocations];
  const add = useCommand(createLocation, { refreshes, onDone: () => onSaved(texts.added) });
  const change = useCommand(updateLocation, { refreshes, onDone: () => onSaved(texts.updated) });

  return (
    <Form
      form={form}
      label={texts.title}
      command={location ? change : add}
      draft={location ? `location-${location.id}` : 'new-location'}
      onSubmit={(details) =>
        location
          ? change.run({ params: { id: location.id }, body: details })
          : // The form sends the flag too; the server does not rely on it (C-38).
            add.run({ body: { ...details, default: isFirst, user: user.id } })
      }
    >
      <Fields>
        <TextField name="location_name" label={texts.name} autoComplete="off" />
        <AddressFields
          names={addressNames}
          labels={{ line1: texts.line1, line2: texts.line2 }}
          required={['line1', 'city', 'state', 'country']}
        />
      </Fields>
      <FormActions>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function buildLocationValues(location: Location | null): LocationDetails {
  return {
    location_name: location?.location_name ?? '',
    address1: location?.address1 ?? '',
    address2: location?.address2 ?? '',
    city: location?.city ?? '',
    state_desc: location?.state_desc ?? '',
    country_desc: location?.country_desc ?? '',
    zip_code: location?.zip_code ?? '',
  };
}

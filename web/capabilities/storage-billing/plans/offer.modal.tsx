import { storageYears } from '@vialkeep/contract/storage.ts';
import {
  changeStorageOffer,
  createStorageOffer,
  listStorageOffers,
  type StorageOffer,
} from '@vialkeep/contract/storage-plans.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { CheckboxField } from '../../../ui/form/fields/choice-fields.tsx';
import { MoneyField } from '../../../ui/form/fields/number-field.tsx';
import { SelectField } from '../../../ui/form/fields/select-field.tsx';
import { TextField } from '../../../ui/form/fields/text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import { yearsInWords } from '../storage-labels.ts';
import { ChangedOfferValues, OfferValues } from './plan-values.ts';
import { storagePlansTexts } from './storage-plans.texts.ts';

const texts = storagePlansTexts.offers;

type Site = { readonly id: number; readonly name: string };
type Props = {
  /** The offer that is changed, 'new' for another one, null while the modal is closed. */
  of: StorageOffer | 'new' | null;
  /** The sites with storage plans. */
  sites: readonly Site[];
  onClose: () => void;
};

export function OfferModal({ of, sites, onClose }: Props) {
  // Shown on the page, because the bar of the modal closes with it.
  const notices = useNotices();
  const close = () => {
    onClose();
    notices.success(texts.saved);
  };
  return (
    <FormModal opened={of !== null} title={of === 'new' ? texts.addTitle : texts.editTitle} onClose={onClose}>
      {of === 'new' && <NewOfferForm sites={sites} onDone={close} onCancel={onClose} />}
      {of !== null && of !== 'new' && <ChangeOfferForm offer={of} onDone={close} onCancel={onClose} />}
    </FormModal>
  );
}

type Ends = { onDone: () => void; onCancel: () => void };

function NewOfferForm({ sites, onDone, onCancel }: Ends & { sites: readonly Site[] }) {
  const form = useSchemaForm(OfferValues, { domain_id: sites[0]?.id ?? 0, name: '', years: 1, price: null });
  const command = useCommand(createStorageOffer, { refreshes: [listStorageOffers], onDone });
  return (
    <Form
      form={form}
      command={command}
      label={texts.addTitle}
      onSubmit={(values) => command.run({ body: { ...values, price: values.price ?? 0 } })}
    >
      <Fields>
        {sites.length > 1 && (
          <SelectField
            name="domain_id"
            label={storagePlansTexts.site}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
            required
          />
        )}
        <TextField name="name" label={texts.name} maxLength={100} required />
        <SelectField
          name="years"
          label={texts.years}
          options={storageYears.map((years) => ({ value: years, label: yearsInWords(years) }))}
          required
        />
        <MoneyField name="price" label={texts.price} help={texts.priceHelp} required />
      </Fields>
      <OfferActions onCancel={onCancel} />
    </Form>
  );
}

function ChangeOfferForm({ offer, onDone, onCancel }: Ends & { offer: StorageOffer }) {
  const { id, name, price, is_offered, version } = offer;
  const form = useSchemaForm(ChangedOfferValues, { name, price, is_offered });
  const command = useCommand(changeStorageOffer, { refreshes: [listStorageOffers], onDone });
  return (
    <Form
      form={form}
      command={command}
      label={texts.editTitle}
      onSubmit={(values) => command.run({ params: { id }, body: { ...values, price: values.price ?? 0, version } })}
    >
      <Fields>
        <TextField name="name" label={texts.name} maxLength={100} required />
        <MoneyField name="price" label={texts.price} help={texts.priceHelp} required />
        <CheckboxField name="is_offered" label={texts.isOffered} />
      </Fields>
      <OfferActions onCancel={onCancel} />
    </Form>
  );
}

function OfferActions({ onCancel }: { onCancel: () => void }) {
  return (
    <FormActions>
      <Button onClick={onCancel}>{storagePlansTexts.cancel}</Button>
      <Submit>{texts.save}</Submit>
    </FormActions>
  );
}

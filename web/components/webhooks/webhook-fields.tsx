import { ChosenEventType } from '@vialkeep/contract/webhooks.ts';
import { MultiSelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Fields } from '../../ui/form/layout/form-layout.tsx';
import { webhooksTexts as texts } from './webhooks.texts.ts';

const options = ChosenEventType.options.map((type) => ({ value: type, label: texts.typeNames[type] }));

/** What is sent where. */
export function WebhookFields() {
  return (
    <Fields>
      <TextField
        name="url"
        label={texts.address}
        help={texts.addressHelp}
        autoComplete="off"
        maxLength={2_000}
        required
      />
      <TextField
        name="description"
        label={texts.description}
        help={texts.descriptionHelp}
        autoComplete="off"
        maxLength={200}
      />
      <MultiSelectField name="types" label={texts.types} help={texts.typesHelp} options={options} required />
    </Fields>
  );
}

import {
  changeLabSettings,
  type LabSettings,
  LabSettingsFields,
  RequiredTest,
  readLabSettings,
} from '@vialkeep/contract/lab-policy.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { FormSwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { NumberField } from '../../ui/form/fields/number-field.tsx';
import { MultiSelectField, SelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { labSettingsTexts as texts } from './lab-policy.texts.ts';

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What a lab's bench does; only administrators change it. */
export function LabSettingsForm({ settings }: { settings: LabSettings }) {
  const notices = useNotices();
  const { lab_id, version, ...fields } = settings;
  const form = useSchemaForm(LabSettingsFields, fields);
  const command = useCommand(changeLabSettings, {
    refreshes: [readLabSettings],
    onDone: () => notices.success(texts.saved),
  });
  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(values) => command.run({ body: { ...values, lab_id, version } })}
    >
      <FieldGroup legend={texts.work}>
        <Fields columns={2}>
          <FormSwitchField name="bench_on" label={texts.benchOn} help={texts.benchOnHelp} />
          <NumberField name="shift_minutes" label={texts.shiftMinutes} help={texts.shiftMinutesHelp} min={1} required />
          <TextField name="label_note" label={texts.labelNote} maxLength={60} />
          <NumberField name="tissue_hours" label={texts.tissueHours} help={texts.tissueHoursHelp} min={1} required />
        </Fields>
      </FieldGroup>
      <FieldGroup legend={texts.release}>
        <Fields columns={2}>
          <SelectField
            name="release_policy"
            label={texts.releasePolicy}
            options={optionsOf(texts.releasePolicies)}
            required
          />
          <MultiSelectField
            name="required_tests"
            label={texts.requiredTests}
            options={RequiredTest.options.map((value) => ({ value, label: texts.tests[value] }))}
          />
          <NumberField name="viability_min" label={texts.viabilityMin} min={0} required />
        </Fields>
      </FieldGroup>
      <FieldGroup legend={texts.orders}>
        <Fields columns={2}>
          <FormSwitchField name="reserve_on_order" label={texts.reserve} help={texts.reserveHelp} />
          <SelectField
            name="short_orders"
            label={texts.shortOrders}
            options={optionsOf(texts.shortPolicies)}
            required
          />
        </Fields>
      </FieldGroup>
      <FormActions>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

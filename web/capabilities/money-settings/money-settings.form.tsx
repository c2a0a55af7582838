import {
  changeMoneySettings,
  type MoneySettings,
  MoneySettingsFields,
  readMoneySettings,
} from '@vialkeep/contract/money-settings.ts';
import { z } from 'zod';
import { useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { CheckboxField, FormSwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { MoneyField, NumberField } from '../../ui/form/fields/number-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FieldGroup, Fields, FormActions, Submit } from '../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../ui/form/state/use-route-form.ts';
import { moneySettingsTexts as texts } from './money-settings.texts.ts';

/** The days are typed in one field. */
const FormFields = MoneySettingsFields.extend({
  dunning_days: z.string().regex(/^(?:\s*[1-9]\d{0,2}\s*(?:,|$))*$/, texts.dunningProblem),
});

/** What one site has decided about money. */
export function MoneySettingsForm({ settings }: { settings: MoneySettings }) {
  const notices = useNotices();
  const { domain, version, dunning_days, ...fields } = settings;
  const form = useSchemaForm(FormFields, { ...fields, dunning_days: dunning_days.join(', ') });
  const command = useCommand(changeMoneySettings, {
    refreshes: [readMoneySettings],
    onDone: ({ message }) => notices.success(message),
  });

  return (
    <Form
      form={form}
      command={command}
      label={texts.title}
      onSubmit={(values) =>
        command.run({
          params: { domain_id: domain.id },
          body: { ...values, dunning_days: parseDays(values.dunning_days), version },
        })
      }
    >
      <FieldGroup legend={texts.approvals}>
        <Fields columns={2}>
          <MoneyField name="four_eyes" label={texts.fourEyes} help={texts.fourEyesHelp} required />
        </Fields>
      </FieldGroup>
      <FieldGroup legend={texts.commissions}>
        <Fields columns={2}>
          <FormSwitchField name="commissions" label={texts.commissionsOn} help={texts.commissionsHelp} />
          <CheckboxField name="counsel_noted" label={texts.counsel} help={texts.counselHelp} />
          <MoneyField name="min_payout" label={texts.minPayout} help={texts.minPayoutHelp} required />
        </Fields>
      </FieldGroup>
      <FieldGroup legend={texts.storage}>
        <Fields columns={2}>
          <FormSwitchField name="storage" label={texts.storageOn} help={texts.storageHelp} />
          <TextField name="dunning_days" label={texts.dunning} help={texts.dunningHelp} />
          <NumberField name="grace_after_days" label={texts.graceAfter} help={texts.graceAfterHelp} min={1} required />
          <NumberField name="grace_days" label={texts.grace} help={texts.graceHelp} min={0} required />
        </Fields>
      </FieldGroup>
      <FormActions>
        <Submit>{texts.submit}</Submit>
      </FormActions>
    </Form>
  );
}

function parseDays(text: string): number[] {
  return text.split(',').flatMap((day) => (day.trim() === '' ? [] : [Number(day)]));
}

import { readImportWaves, startImportWave, WAVE_PER_HOUR } from '@vialkeep/contract/import-afterwards.ts';
import { importedPlans } from '@vialkeep/contract/import-fields.ts';
import type { Import } from '@vialkeep/contract/imports.ts';
import { PlanId, planNames } from '@vialkeep/contract/plans.ts';
import { z } from 'zod';
import { refresh, useCommand } from '../../../kernel/api/query.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { DateTimeField } from '../../../ui/form/fields/date-time-field.tsx';
import { NumberField } from '../../../ui/form/fields/number-field.tsx';
import { RadioField } from '../../../ui/form/fields/radio-cards.tsx';
import { MultiSelectField } from '../../../ui/form/fields/select-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Fields, FormActions, Submit } from '../../../ui/form/layout/form-layout.tsx';
import { useSchemaForm } from '../../../ui/form/state/use-route-form.ts';
import { importsTexts } from '../imports.texts.ts';
import classes from './waves.module.css';

const texts = importsTexts.waves;

/** The body of the call, with the start as the form asks for it. */
const WaveFields = startImportWave.body
  .omit({ starts_at: true })
  .extend({
    plans: z.array(PlanId).min(1, 'Choose at least one membership.'),
    start: z.enum(['now', 'later']),
    at: z.string(),
  })
  .refine(({ start, at }) => start === 'now' || !Number.isNaN(new Date(at).getTime()), {
    path: ['at'],
    message: texts.startsAtMissing,
  });

/** Starts a wave now or at a time of this device. */
export function WaveForm({ of }: { of: Import }) {
  const notices = useNotices();
  const form = useSchemaForm(WaveFields, { plans: [], per_hour: WAVE_PER_HOUR, start: 'now', at: '' });
  const command = useCommand(startImportWave, {
    refreshes: [readImportWaves],
    onDone: () => notices.success(texts.started),
    onRefused: () => void refresh([readImportWaves]),
  });
  const { start } = form.getValues();
  return (
    <div className={classes.form}>
      <Form
        form={form}
        command={command}
        label={texts.title}
        onSubmit={({ plans, per_hour, at }) =>
          command.run({
            params: { id: of.id },
            body: { plans, per_hour, ...(start === 'later' && { starts_at: new Date(at).toISOString() }) },
          })
        }
      >
        <Fields>
          <MultiSelectField
            name="plans"
            label={texts.plans}
            options={importedPlans.map((plan) => ({ value: plan, label: planNames[plan] }))}
            required
          />
          <NumberField name="per_hour" label={texts.perHour} min={1} max={5_000} required />
          <RadioField name="start" label={texts.starts} choices={{ now: texts.startNow, later: texts.startLater }} />
          {start === 'later' && <DateTimeField name="at" label={texts.startsAt} help={texts.startsAtHelp} required />}
        </Fields>
        <FormActions>
          <Submit>{texts.button}</Submit>
        </FormActions>
      </Form>
    </div>
  );
}

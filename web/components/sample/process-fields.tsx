import { estimatedReady, sterilityEnd } from '@vialkeep/contract/stage.ts';
import { useEffect } from 'react';
import { formatDay } from '../../ui/display/formats.ts';
import { CheckboxField } from '../../ui/form/fields/choice-fields.tsx';
import { DateField } from '../../ui/form/fields/date-fields.tsx';
import { NumberField } from '../../ui/form/fields/number-field.tsx';
import { ReadOnlyField } from '../../ui/form/fields/read-only-field.tsx';
import { PlainSelectField } from '../../ui/form/fields/select-field.tsx';
import { TextField } from '../../ui/form/fields/text-field.tsx';
import { Fields } from '../../ui/form/layout/form-layout.tsx';
import { useFormContext } from '../../ui/form/state/form-context.ts';
import { processLabels, processTexts } from './process-values.ts';

const yesOrNo = [
  { value: 1, label: processTexts.yes },
  { value: 2, label: processTexts.no },
];
const trueOrFalse = [
  { value: 'true', label: processTexts.yes },
  { value: 'false', label: processTexts.no },
];

/** The processing fields of a sample. Requires a form whose values contain `ProcessValues`. */
export function ProcessFields({ disabled }: { disabled?: boolean }) {
  const { form } = useFormContext();
  const values = form.getValues();
  const field = <Name extends keyof typeof processLabels>(name: Name) => ({
    name,
    label: processLabels[name],
    disabled,
  });
  const isManual = values.estimated_date_set_manually === true;
  useComputedEstimate(isManual);

  return (
    <Fields columns={2}>
      <TextField {...field('lab_id')} autoComplete="off" />
      <TextField {...field('number_times_qc_done')} autoComplete="off" />
      <DateField {...field('date_adipose_shipped_to_lab')} />
      <DateField {...field('date_adipose_received_by_lab')} />
      <DateField
        {...field('estimated_date_vials_ready_to_ship')}
        help={isManual ? undefined : processTexts.estimateHelp}
        disabled={disabled || !isManual}
      />
      <CheckboxField {...field('estimated_date_set_manually')} />
      <DateField {...field('stemcell_plating_initiated_date')} />
      <PlainSelectField {...field('stemcell_plating_successful')} options={yesOrNo} />
      <DateField {...field('date_vials_ready_to_ship')} />
      <NumberField {...field('vials_preparation')} min={0} />
      <DateField {...field('sterility_start_date')} />
      <ReadOnlyField
        label={processTexts.sterilityEnd}
        help={processTexts.sterilityEndHelp}
        value={formatDay(sterilityEnd(dayIn(values.sterility_start_date))) || processTexts.none}
      />
      <PlainSelectField {...field('sterility_complete')} options={trueOrFalse} />
      <PlainSelectField {...field('hla_typing_test')} options={yesOrNo} />
    </Fields>
  );
}

/** Unless it is set manually, the estimate follows the day of receipt (U-49). */
function useComputedEstimate(isManual: boolean): void {
  const { form } = useFormContext();
  const received = dayIn(form.getValues().date_adipose_received_by_lab);
  const shown = form.getValues().estimated_date_vials_ready_to_ship;
  const computed = estimatedReady(received) ?? '';
  useEffect(() => {
    if (!isManual && shown !== computed) form.setFieldValue('estimated_date_vials_ready_to_ship', computed);
  }, [form, isManual, shown, computed]);
}

function dayIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

import type { ProcessingData } from '@vialkeep/contract/patients.ts';
import { processLabels, processTexts } from '../../../components/sample/process-values.ts';
import { formatDay } from '../../../ui/display/formats.ts';

type Field = keyof ProcessingData;

/** The field labels in form order. */
export const fieldLabels: Record<Field, string> = {
  lab_id: processLabels.lab_id,
  date_adipose_shipped_to_lab: processLabels.date_adipose_shipped_to_lab,
  date_adipose_received_by_lab: processLabels.date_adipose_received_by_lab,
  estimated_date_vials_ready_to_ship: processLabels.estimated_date_vials_ready_to_ship,
  estimated_date_set_manually: processLabels.estimated_date_set_manually,
  number_times_qc_done: processLabels.number_times_qc_done,
  stemcell_plating_initiated_date: processLabels.stemcell_plating_initiated_date,
  stemcell_plating_successful: processLabels.stemcell_plating_successful,
  date_vials_ready_to_ship: processLabels.date_vials_ready_to_ship,
  vials_preparation: processLabels.vials_preparation,
  hla_typing_test: processLabels.hla_typing_test,
  sterility_start_date: processLabels.sterility_start_date,
  sterility_end_date: processTexts.sterilityEnd,
  sterility_complete: processLabels.sterility_complete,
};

/** A field's value for reading; '' if it is empty. */
export function fieldWords(field: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  if (field === 'stemcell_plating_successful' || field === 'hla_typing_test') {
    return value === 1 ? processTexts.yes : processTexts.no;
  }
  if (typeof value === 'boolean') return value ? processTexts.yes : processTexts.no;
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text;
}

/** All processing fields as labels and values. */
export function processLines(data: ProcessingData): (readonly [label: string, value: string])[] {
  // @NOTE the keys of the labels are the fields; Object.keys only returns string[].
  return (Object.keys(fieldLabels) as Field[]).map((field) => [fieldLabels[field], fieldWords(field, data[field])]);
}

import { Day } from '@vialkeep/contract/kernel/day.ts';
import { type ProcessingChanges, ProcessingData } from '@vialkeep/contract/patients.ts';
import { z } from 'zod';

const DayOrNothing = z.string().refine((day) => day === '' || Day.safeParse(day).success, 'Enter a date.');
const { lab_id, number_times_qc_done, vials_preparation, stemcell_plating_successful, hla_typing_test } =
  ProcessingData.shape;

/** The processing data in form shape: an empty day is '', and a nullable boolean is a list choice. */
export const ProcessValues = z.object({
  lab_id,
  date_adipose_shipped_to_lab: DayOrNothing,
  date_adipose_received_by_lab: DayOrNothing,
  estimated_date_vials_ready_to_ship: DayOrNothing,
  estimated_date_set_manually: z.boolean(),
  number_times_qc_done,
  stemcell_plating_initiated_date: DayOrNothing,
  stemcell_plating_successful,
  date_vials_ready_to_ship: DayOrNothing,
  vials_preparation,
  hla_typing_test,
  sterility_start_date: DayOrNothing,
  sterility_complete: z.enum(['true', 'false']).nullable(),
});
export type ProcessValues = z.infer<typeof ProcessValues>;

export function processValuesOf(data: ProcessingData | null): ProcessValues {
  return {
    lab_id: data?.lab_id ?? '',
    date_adipose_shipped_to_lab: data?.date_adipose_shipped_to_lab ?? '',
    date_adipose_received_by_lab: data?.date_adipose_received_by_lab ?? '',
    estimated_date_vials_ready_to_ship: data?.estimated_date_vials_ready_to_ship ?? '',
    estimated_date_set_manually: data?.estimated_date_set_manually ?? false,
    number_times_qc_done: data?.number_times_qc_done ?? '',
    stemcell_plating_initiated_date: data?.stemcell_plating_initiated_date ?? '',
    stemcell_plating_successful: data?.stemcell_plating_successful ?? null,
    date_vials_ready_to_ship: data?.date_vials_ready_to_ship ?? '',
    vials_preparation: data?.vials_preparation ?? 0,
    hla_typing_test: data?.hla_typing_test ?? null,
    sterility_start_date: data?.sterility_start_date ?? '',
    sterility_complete: choiceOf(data?.sterility_complete ?? null),
  };
}

/** The same data as the calls take it. */
export function processChangesOf(values: ProcessValues): Required<Omit<ProcessingChanges, 'sterility_end_date'>> {
  return {
    lab_id: values.lab_id,
    date_adipose_shipped_to_lab: values.date_adipose_shipped_to_lab || null,
    date_adipose_received_by_lab: values.date_adipose_received_by_lab || null,
    estimated_date_vials_ready_to_ship: values.estimated_date_vials_ready_to_ship || null,
    estimated_date_set_manually: values.estimated_date_set_manually,
    number_times_qc_done: values.number_times_qc_done,
    stemcell_plating_initiated_date: values.stemcell_plating_initiated_date || null,
    stemcell_plating_successful: values.stemcell_plating_successful,
    date_vials_ready_to_ship: values.date_vials_ready_to_ship || null,
    vials_preparation: values.vials_preparation,
    hla_typing_test: values.hla_typing_test,
    sterility_start_date: values.sterility_start_date || null,
    sterility_complete: values.sterility_complete === null ? null : values.sterility_complete === 'true',
  };
}

function choiceOf(isComplete: boolean | null): ProcessValues['sterility_complete'] {
  return isComplete === null ? null : isComplete ? 'true' : 'false';
}

/** The labels of 2-operations 2.3. */
export const processLabels = {
  lab_id: 'Lab ID',
  date_adipose_shipped_to_lab: 'Date Adipose Shipped to Lab',
  date_adipose_received_by_lab: 'Date Adipose Received by Lab',
  estimated_date_vials_ready_to_ship: 'Estimated Date Vials Ready to Ship',
  estimated_date_set_manually: 'Set date manually',
  number_times_qc_done: 'Number of times QC is done',
  stemcell_plating_initiated_date: 'Stemcell Plating Initiated Date',
  stemcell_plating_successful: 'Stemcell Plating Successful',
  date_vials_ready_to_ship: 'Date Vials Are Ready to Ship',
  vials_preparation: 'Vials in preparation',
  hla_typing_test: 'HLA Typing Test',
  sterility_start_date: 'Sterility Start Date',
  sterility_complete: 'Sterility Complete',
} as const satisfies Record<keyof ProcessValues, string>;

export const processTexts = {
  yes: 'Yes',
  no: 'No',
  none: 'N/A',
  estimateHelp: 'The day of receipt + 45 days',
  sterilityEnd: 'Sterility End Date',
  sterilityEndHelp: 'The start + 14 days',
} as const;

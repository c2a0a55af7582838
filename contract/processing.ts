import { z } from 'zod';
import { Day } from './kernel/day.ts';
import { dayInWords } from './kernel/day-labels.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { text } from './kernel/text.ts';

/** The last accepted day: computed days are later, and a year must keep four digits. */
const LAST = '2999-12-31';

/** Forms send an empty text for an empty date field; it is read as no date. */
const OptionalDay = z.preprocess(
  (value) => (value === '' ? null : value),
  Day.refine((day) => day <= LAST, `Enter a date before ${dayInWords(LAST)}.`).nullable(),
);

/** 1 yes, 2 no. */
const YesNo = z.literal([1, 2], 'Choose yes or no.');

const VialsInPreparation = z
  .number('Enter a number')
  .int('Enter a whole number')
  .min(0, 'Enter 0 or more')
  .max(100_000);

/** The progress of a patient's tissue, as the lab records it. */
export const ProcessingData = z.object({
  lab_id: text(50),
  date_adipose_shipped_to_lab: Day.nullable(),
  date_adipose_received_by_lab: Day.nullable(),
  /** Received + 45 days, unless the lab set it by hand. */
  estimated_date_vials_ready_to_ship: Day.nullable(),
  estimated_date_set_manually: z.boolean(),
  number_times_qc_done: text(50),
  stemcell_plating_initiated_date: Day.nullable(),
  stemcell_plating_successful: YesNo.nullable(),
  date_vials_ready_to_ship: Day.nullable(),
  vials_preparation: VialsInPreparation,
  hla_typing_test: YesNo.nullable(),
  sterility_start_date: Day.nullable(),
  /** Start + 14 days, always. */
  sterility_end_date: Day.nullable(),
  sterility_complete: z.boolean().nullable(),
});
export type ProcessingData = z.infer<typeof ProcessingData>;

/**
 * The fields that a form can send. The server computes two dates from the others and ignores what is sent for them, but
 * refuses an end of the sterility test before its start: one of the two dates is wrong.
 */
export const ProcessingChanges = z
  .object({
    lab_id: text(50),
    date_adipose_shipped_to_lab: OptionalDay,
    date_adipose_received_by_lab: OptionalDay,
    estimated_date_vials_ready_to_ship: OptionalDay,
    estimated_date_set_manually: z.boolean(),
    number_times_qc_done: text(50),
    stemcell_plating_initiated_date: OptionalDay,
    stemcell_plating_successful: orEmpty(YesNo),
    date_vials_ready_to_ship: OptionalDay,
    vials_preparation: z.union([VialsInPreparation, z.literal('').transform(() => 0)]),
    hla_typing_test: orEmpty(YesNo),
    sterility_start_date: OptionalDay,
    sterility_end_date: OptionalDay,
    sterility_complete: orEmpty(z.boolean()),
  })
  .partial();
export type ProcessingChanges = z.infer<typeof ProcessingChanges>;

import type { PatientRecord } from '@vialkeep/contract/patients.ts';
import { type Fact, Facts } from '../../../ui/display/facts.tsx';
import { recordTexts } from '../record/record.texts.ts';
import { linesOf } from './patient-values.ts';

const { none, email, firstName, lastName } = recordTexts.form;

/** Shows the form's fields as plain text, because the user cannot change them (F060). */
export function PatientFacts({ record }: { record: PatientRecord }) {
  const isNamed = record.email !== undefined;
  const shown = linesOf(record).filter(
    ([label]) => isNamed || ![email, firstName, lastName].some((one) => one === label),
  );
  return <Facts facts={shown.map(([label, value]): Fact => [label, value || none])} />;
}

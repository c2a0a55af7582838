import { type BenchCode, formatBenchCode } from '@vialkeep/contract/bench-codes.ts';

/** What a label says. A name never stands on it. */
export type LabelData = BenchCode & {
  /** Empty where the label belongs to no patient, as that of a kit or a box. */
  readonly patientNumber: string;
  /** Of a kit: the number of its lot. */
  readonly batch: string;
  /** As it is printed; of a kit: the last day of its lot. */
  readonly date: string;
  /** The lab's own words, such as 'FOR AUTOLOGOUS USE ONLY'. */
  readonly note: string;
};

/** In inches: the sheet is Letter, with 5 × 17 labels and equal gaps, centred. */
export const LABEL_INCHES = { width: 1.28, height: 0.5 } as const;
export const SHEET = { width: 8.5, height: 11, columns: 5, rows: 17, gap: 0.125 } as const;
export const LABELS_A_SHEET = SHEET.columns * SHEET.rows;

type WordsOfLabel = readonly [code: string, patient: string, batch: string, date: string, note: string];

/**
 * The rows of words beside the symbol, the most important one first. Batch and date have a row each, because both in one
 * are wider than the label. A kit has its lot and its last day in the rows of patient and batch.
 */
export function wordsOfLabel(label: LabelData): WordsOfLabel {
  const { kind, patientNumber, batch, date, note } = label;
  if (kind === 'kit') {
    return [formatBenchCode(label), batch === '' ? '' : `Lot ${batch}`, date === '' ? '' : `Exp ${date}`, '', note];
  }
  return [
    formatBenchCode(label),
    patientNumber === '' ? '' : `Patient ${patientNumber}`,
    batch === '' ? '' : `Batch ${batch}`,
    date,
    note,
  ];
}

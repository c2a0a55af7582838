import type { LabelFile, ListedLabel } from '@vialkeep/contract/labels.ts';
import type { z } from 'zod';

export type FileValues = z.input<typeof LabelFile>;

/** Only a new file is sent; without one the label keeps what it has. */
export function fieldsOf({ tracking_link, tracking_number }: ListedLabel): FileValues {
  return { tracking_link, tracking_number, pdf_file: '' };
}

/** What was typed over one version, laid over the next. */
export function mergedFields(typed: FileValues, known: ListedLabel, fresh: ListedLabel): FileValues {
  const pick = (field: 'tracking_link' | 'tracking_number') =>
    typed[field] === known[field] ? fresh[field] : typed[field];
  return {
    tracking_link: pick('tracking_link'),
    tracking_number: pick('tracking_number'),
    pdf_file: typed.pdf_file,
  };
}

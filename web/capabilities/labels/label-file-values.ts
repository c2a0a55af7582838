import type { LabelFile, ListedLabel } from '@vialkeep/contract/labels.ts';
import type { z } from 'zod';

export type FileValues = z.input<typeof LabelFile>;

/** Starts without a file: only a new file is sent, and without one the label keeps its file. */
export function fieldsOf({ tracking_link, tracking_number }: ListedLabel): FileValues {
  return { tracking_link, tracking_number, pdf_file: '' };
}

/** Reapplies the user's unsaved changes to a newer version. */
export function mergedFields(typed: FileValues, known: ListedLabel, fresh: ListedLabel): FileValues {
  const pick = (field: 'tracking_link' | 'tracking_number') =>
    typed[field] === known[field] ? fresh[field] : typed[field];
  return {
    tracking_link: pick('tracking_link'),
    tracking_number: pick('tracking_number'),
    pdf_file: typed.pdf_file,
  };
}

import type { CenterTransaction } from '@vialkeep/contract/transactions.ts';

export const labelSteps = ['documents', 'request', 'label', 'sent'] as const;
export type LabelStep = (typeof labelSteps)[number];

type Row = Pick<CenterTransaction, 'patient_documents' | 'fedex_request'>;

export function hasPendingDocuments({ patient_documents }: Pick<Row, 'patient_documents'>): boolean {
  return patient_documents.some(({ status }) => status === 'Pending');
}

/** The finished steps in order; a step that was finished early counts. */
export function doneSteps(row: Row): Record<LabelStep, boolean> {
  const [label] = row.fedex_request;
  return {
    documents: !hasPendingDocuments(row),
    request: label !== undefined,
    label: Boolean(label?.pdf_file),
    sent: label?.notification_sent ?? false,
  };
}

/** Rows that can be requested first, then those that wait for a signature, then the requested ones. */
export function readyFirst<R extends Row>(rows: readonly R[]): R[] {
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other));
}

export function isReady(row: Row): boolean {
  return rankOf(row) === 0;
}

function rankOf(row: Row): number {
  if (row.fedex_request.length > 0) return 2;
  return hasPendingDocuments(row) ? 1 : 0;
}

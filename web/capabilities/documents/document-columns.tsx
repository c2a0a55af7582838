import type { DocumentStatus } from '@vialkeep/contract/documents.ts';
import { DocumentLink } from '../../ui/display/document-link.tsx';
import { customColumn, type StatusLabel, statusColumn } from '../../ui/layout/columns.tsx';
import { documentsTexts } from './documents.texts.ts';

type Row = { id: number; document_id: string; name: string; status: DocumentStatus; has_supplement: boolean };

const labels: Record<DocumentStatus, StatusLabel> = {
  Pending: { text: documentsTexts.status.Pending, tone: 'waiting' },
  Completed: { text: documentsTexts.status.Completed, tone: 'done' },
};

/** The columns that all document lists share. `sortable` is off for a server-paged list, which cannot sort. */
export function documentNameColumn<R extends Row>(label: string, { sortable }: { sortable: boolean }) {
  return customColumn<R>(label, (row) => <DocumentLink document={row}>{row.name}</DocumentLink>, {
    value: (row) => row.name,
    sort: sortable && ((row) => row.name),
  });
}

export function documentStatusColumn<R extends Row>(label: string, { sortable }: { sortable: boolean }) {
  return statusColumn<R>(label, (row) => labels[row.status], sortable ? {} : { sort: false });
}

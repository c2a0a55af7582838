import { IconLink, IconTrash } from '@tabler/icons-react';
import { DOCUMENTS_PER_PAGE, type ListedDocument, listDocuments } from '@vialkeep/contract/documents.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { DOCUMENTS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { DeleteDocument } from './delete-document.modal.tsx';
import { documentNameColumn, documentStatusColumn } from './document-columns.tsx';
import { centerOf, idOf, personOf } from './document-labels.ts';
import classes from './documents.module.css';
import { documentsTexts } from './documents.texts.ts';
import { LinkDocument } from './link-document.modal.tsx';
import { PersonCell } from './person-cell.tsx';

const texts = documentsTexts.administered;

/** Lists every patient document of the administrator's sites, 30 per page (F149). */
export function PatientsDocumentsScreen() {
  const state = useTableState({ pageSize: DOCUMENTS_PER_PAGE, debounce: DOCUMENTS_SEARCH_PAUSE_MS });
  const [linked, setLinked] = useState<ListedDocument | null>(null);
  const [deleted, setDeleted] = useState<ListedDocument | null>(null);
  const documents = useApi(
    listDocuments,
    // Empty parameters are omitted.
    {
      query: {
        search: state.search || undefined,
        pending_days: state.filters.pending,
        limit: state.pageSize,
        offset: state.offset,
      },
    },
    { keepPrevious: true },
  );

  return (
    <Screen title={texts.title}>
      <Card flush>
        <DataTable
          name="patients-documents"
          label={texts.title}
          page={documents}
          state={state}
          columns={columns}
          rowName={formatDocumentName}
          texts={{ loading: documentsTexts.loading, pageOf: texts.pageOf }}
          emptyHint={texts.noneYet}
          filter={{ label: texts.search, placeholder: texts.placeholder }}
          filters={[{ key: 'pending', label: texts.pending, options: texts.pendingFor }]}
          rowInline={(document) => (
            <span className={classes.rowButtons}>
              {document.may.includes('link') && (
                <IconButton
                  name={`${texts.link} ${formatDocumentName(document)}`}
                  icon={<IconLink size={18} stroke={1.6} aria-hidden />}
                  onClick={() => setLinked(document)}
                />
              )}
              {document.may.includes('delete') && (
                <IconButton
                  name={`${texts.delete} ${formatDocumentName(document)}`}
                  icon={<IconTrash size={18} stroke={1.6} aria-hidden />}
                  onClick={() => setDeleted(document)}
                />
              )}
            </span>
          )}
        />
      </Card>
      <LinkDocument document={linked} onClose={() => setLinked(null)} />
      <DeleteDocument document={deleted} onClose={() => setDeleted(null)} />
    </Screen>
  );
}

function formatDocumentName(document: ListedDocument): string {
  return `${document.name}, ${personOf(document).name}`;
}

const columns = [
  customColumn<ListedDocument>(texts.id, (document) => <span className={classes.code}>{idOf(document)}</span>, {
    value: idOf,
    width: '13%',
    priority: 2,
  }),
  textColumn<ListedDocument>(texts.domain, ({ domain }) => domain.name || documentsTexts.none, {
    sort: false,
    priority: 2,
  }),
  customColumn<ListedDocument>(texts.patient, (document) => <Patient document={document} />, {
    value: (document) => `${personOf(document).name} ${personOf(document).email}`,
    width: '22%',
  }),
  textColumn<ListedDocument>(texts.center, centerOf, { sort: false, priority: 2 }),
  documentNameColumn<ListedDocument>(texts.document, { sortable: false }),
  documentStatusColumn<ListedDocument>(texts.status, { sortable: false }),
];

function Patient({ document }: { document: ListedDocument }) {
  return (
    <>
      <PersonCell {...personOf(document)} />
      {document.patient_desc.length === 0 && <StatusPill tone="none">{texts.notLinked}</StatusPill>}
    </>
  );
}

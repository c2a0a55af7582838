import { type DocumentOfPatient, listPatientDocuments } from '@vialkeep/contract/documents.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { useApi } from '../../kernel/api/query.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { textColumn } from '../../ui/layout/columns.tsx';
import { documentNameColumn, documentStatusColumn } from './document-columns.tsx';
import { idOf } from './document-labels.ts';
import { documentsTexts } from './documents.texts.ts';
import { SignButtons } from './sign-buttons.tsx';

const texts = documentsTexts.patient;
const PER_PAGE = 5;

/** A patient's documents; the patient also sees the buttons to sign them (F051, F067). */
export function PatientDocuments({ patientId }: { patientId: UserId }) {
  const documents = useApi(listPatientDocuments, { params: { userId: patientId } });
  const all = documents.data && [
    ...documents.data.attestation,
    ...documents.data.processing,
    ...documents.data.storage,
  ];
  const maySign = documents.data?.may.includes('sign') ?? false;
  return (
    <Card title={texts.title} flush={!documents.isPending}>
      {documents.isPending ? (
        // The table waits for the buttons, which would push it down.
        <WaitingState text={documentsTexts.loading} />
      ) : (
        <>
          {all && maySign && <SignButtons patientId={patientId} documents={all} />}
          <DataTable
            name="patient-documents"
            label={texts.title}
            scope="documents"
            query={{
              data: all,
              isPending: documents.isPending,
              isError: documents.isError,
              isFetching: documents.isFetching,
              refetch: documents.refetch,
            }}
            pageSize={PER_PAGE}
            columns={columns}
            rowName={({ name }) => name}
            texts={{ loading: documentsTexts.loading }}
            emptyHint={maySign ? texts.noneYet : texts.noneOfTheirs}
          />
        </>
      )}
    </Card>
  );
}

const columns = [
  textColumn<DocumentOfPatient>(texts.id, idOf, { priority: 2, sort: ({ id }) => id }),
  documentNameColumn<DocumentOfPatient>(texts.name, { sortable: true }),
  documentStatusColumn<DocumentOfPatient>(texts.status, { sortable: true }),
];

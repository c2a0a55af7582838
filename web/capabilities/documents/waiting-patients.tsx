import type { ListedDocument } from '@vialkeep/contract/documents.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn } from '../../ui/layout/columns.tsx';
import { documentsTexts } from './documents.texts.ts';
import { KindDots } from './kind-dots.tsx';
import { PersonCell } from './person-cell.tsx';
import type { PatientSignatures } from './signatures-by-patient.ts';

const texts = documentsTexts.signatures;
const PER_PAGE = 5;

type Props = {
  patients: readonly PatientSignatures[];
  now: number;
  onRemind: (document: ListedDocument) => void;
};

/** Patients with unsigned documents, and the time of the last request. */
export function WaitingPatients({ patients, now, onRemind }: Props) {
  return (
    <Card title={texts.waiting} note={texts.waitingNote} flush>
      <DataTable
        name="waiting-patients"
        label={texts.waiting}
        scope="waiting"
        query={{ data: patients, isPending: false, isError: false, isFetching: false, refetch: () => {} }}
        pageSize={PER_PAGE}
        columns={columnsAt(now)}
        rowName={({ name }) => name}
        texts={{ loading: documentsTexts.loading }}
        tall
        rowMenu={({ documents }) =>
          documents
            .filter(({ may }) => may.includes('remind'))
            .map((document) => ({ label: texts.send(document.kind), onSelect: () => onRemind(document) }))
        }
      />
    </Card>
  );
}

function columnsAt(now: number) {
  return [
    customColumn<PatientSignatures>(texts.patients, ({ name, email }) => <PersonCell name={name} email={email} />, {
      value: ({ name }) => name,
      width: '40%',
    }),
    customColumn<PatientSignatures>(texts.documents, ({ documents }) => <KindDots documents={documents} now={now} />, {
      value: ({ documents }) => documents.map(({ name, status }) => `${name}: ${status}`).join(', '),
    }),
  ];
}

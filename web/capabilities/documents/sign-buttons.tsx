import { IconCheck, IconSignature } from '@tabler/icons-react';
import {
  completePatientDocument,
  type DocumentOfPatient,
  PatientDocumentKind,
  signLinkForPatient,
} from '@vialkeep/contract/documents.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type DocumentToSign, useSigningModal } from '../../components/signing/use-signing-modal.tsx';
import { call } from '../../kernel/api/api.ts';
import { refresh } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { documentRoutes } from './document-routes.ts';
import classes from './documents.module.css';
import { documentsTexts } from './documents.texts.ts';
import { kindsToSign, stateOfKind } from './kind-states.ts';

const texts = documentsTexts.patient;

type Props = { patientId: UserId; documents: readonly DocumentOfPatient[] };

/** One button for each kind, disabled if all documents of that kind are signed (F067, F068). */
export function SignButtons({ patientId, documents }: Props) {
  const open = kindsToSign(documents);
  const signing = useSigningModal({
    documents: PatientDocumentKind.options.map((kind) => toSign(patientId, kind, documents)),
    onChanged: () => void refresh(documentRoutes),
  });
  const [next] = open;
  return (
    <div className={classes.sign}>
      <div>
        <h3 className={classes.signTitle}>{texts.sign}</h3>
        <p className={classes.signState}>{open.length > 0 ? texts.toSign(open.length) : texts.allSigned}</p>
      </div>
      <div className={classes.signButtons}>
        {PatientDocumentKind.options.map((kind) => {
          const isOpen = open.includes(kind);
          const Icon = isOpen ? IconSignature : IconCheck;
          return (
            <Button
              key={kind}
              kind={kind === next ? 'primary' : 'secondary'}
              icon={<Icon size={16} aria-hidden />}
              disabled={!isOpen}
              busy={signing.asking === kind}
              onClick={() => signing.begin(kind)}
            >
              {texts.buttons[kind]}
            </Button>
          );
        })}
      </div>
      {signing.modal}
    </div>
  );
}

function toSign(patientId: UserId, kind: PatientDocumentKind, documents: readonly DocumentOfPatient[]): DocumentToSign {
  const pending = documents.find((document) => document.kind === kind && document.status === 'Pending');
  return {
    key: kind,
    title: documentsTexts.titles[kind],
    signed: stateOfKind(documents, kind) === 'Completed',
    // Without a pending document of the kind the id is empty, and the server creates one.
    ask: () => call(signLinkForPatient, { body: { patientId, docId: pending?.document_id ?? '', docType: kind } }),
    isSigned: async (documentId) =>
      (await call(completePatientDocument, { body: { documentId, userId: patientId } })).success,
  };
}

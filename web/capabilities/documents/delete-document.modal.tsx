import { deleteDocument, type ListedDocument } from '@vialkeep/contract/documents.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { personOf } from './document-labels.ts';
import { documentRoutes } from './document-routes.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.deleting;

type Props = {
  /** The document to delete; null while the modal is closed. */
  document: ListedDocument | null;
  onClose: () => void;
};

/** Asks for confirmation before it deletes the document (F149, S-25). */
export function DeleteDocument({ document, onClose }: Props) {
  const notices = useNotices();
  const command = useCommand(deleteDocument, {
    refreshes: documentRoutes,
    onDone: ({ message }) => {
      onClose();
      notices.success(message);
    },
    // Another user may have deleted it already.
    onRefused: () => void refresh(documentRoutes),
  });

  return (
    <ConfirmModal
      opened={document !== null}
      danger
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      busy={command.busy}
      failure={command.refusal}
      facts={
        document
          ? [
              [texts.file, document.name],
              [texts.patient, `${personOf(document).name}, ${personOf(document).email}`],
            ]
          : []
      }
      onConfirm={() => document && void command.run({ params: { id: document.id } })}
      onCancel={() => {
        command.reset();
        onClose();
      }}
    >
      {texts.question} {texts.consequence}
    </ConfirmModal>
  );
}

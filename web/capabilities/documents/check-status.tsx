import { IconRefresh } from '@tabler/icons-react';
import { updateDocumentStatus } from '@vialkeep/contract/documents.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { documentRoutes } from './document-routes.ts';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.signatures;

/** Syncs all pending documents with the signing provider and reloads the lists (F077, V-07). */
export function CheckStatus() {
  const mayCheck = useMay('documents.check');
  const notices = useNotices();
  const command = useCommand(updateDocumentStatus, {
    refreshes: documentRoutes,
    onDone: ({ updated, pending }) => notices.success(texts.checked(updated, pending)),
    onRefused: ({ message }) => notices.error(message),
  });
  if (!mayCheck) return null;
  return (
    <Button
      icon={<IconRefresh size={16} aria-hidden />}
      busy={command.busy}
      busyText={texts.checking}
      onClick={() => void command.run({})}
    >
      {texts.check}
    </Button>
  );
}

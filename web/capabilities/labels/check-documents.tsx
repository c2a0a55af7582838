import { IconRefresh } from '@tabler/icons-react';
import { updateDocumentStatus } from '@vialkeep/contract/documents.ts';
import { listCenterProcessingFees } from '@vialkeep/contract/transactions.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.requests;

/** Syncs all pending documents and reloads the rows (V-07). */
export function CheckDocuments() {
  const mayCheck = useMay('documents.check');
  const notices = useNotices();
  const command = useCommand(updateDocumentStatus, {
    refreshes: [listCenterProcessingFees],
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

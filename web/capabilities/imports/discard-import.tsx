import { discardImport, type Import, listImports, readImport } from '@vialkeep/contract/imports.ts';
import { useState } from 'react';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { importsTexts } from './imports.texts.ts';

const texts = importsTexts.one;

/** Asks before an import that was not applied is thrown away. */
export function DiscardImport({ of: { id, name, counts } }: { of: Import }) {
  const notices = useNotices();
  const [isOpen, setOpen] = useState(false);
  const command = useCommand(discardImport, {
    refreshes: [readImport, listImports],
    onDone: () => {
      setOpen(false);
      notices.success(texts.discarded);
    },
    onRefused: () => void refresh([readImport]),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.discard}</Button>
      <ConfirmModal
        opened={isOpen}
        danger
        title={texts.discardTitle}
        confirm={texts.discard}
        cancel={texts.cancel}
        facts={[
          [importsTexts.name, name],
          [importsTexts.rows, counts.rows],
        ]}
        busy={command.busy}
        failure={command.refusal}
        onConfirm={() => void command.run({ params: { id } })}
        onCancel={() => setOpen(false)}
      >
        {texts.discardQuestion}
      </ConfirmModal>
    </>
  );
}

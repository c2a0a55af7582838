import { type ListedLabel, sendLabelNotification } from '@vialkeep/contract/labels.ts';
import { useState } from 'react';
import { noEmailTexts } from '../../components/account/no-email.texts.ts';
import { Refused } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx';
import { BusyModal } from '../../ui/overlays/busy-modal.tsx';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { labelRoutes } from './label-routes.ts';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.sending;

/** Sends the notification later, or again (F118, Q-06). */
export function SendNotification({ label, onClose }: { label: ListedLabel | null; onClose: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const command = useCommand(sendLabelNotification, {
    refreshes: labelRoutes,
    onDone: onClose,
    onRefused: (failure) => {
      onClose();
      const isUnreachable = failure instanceof Refused && failure.reason === 'no_email';
      setProblem(isUnreachable ? `${failure.message} ${noEmailTexts.ofCenter}` : texts.failed);
    },
  });
  return (
    <>
      <ConfirmModal
        opened={label !== null && !command.busy}
        title={texts.title}
        confirm={texts.send}
        cancel={texts.close}
        inTheirName
        facts={
          label
            ? [
                [texts.request, `#${label.id}`],
                [texts.to, label.harvest_center_email],
              ]
            : []
        }
        onConfirm={() => label && void command.run({ body: { fedex_id: label.id } })}
        onCancel={onClose}
      >
        {texts.question}
      </ConfirmModal>
      <BusyModal opened={command.busy} text={texts.busy} />
      <AlertDialog text={problem} onClose={() => setProblem(null)} />
    </>
  );
}

import type { listRepsOfManager, removeRepFromTeam, TeamMember } from '@vialkeep/contract/sales-teams.ts';
import { useState } from 'react';
import { refresh, useCommand } from '../../kernel/query.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useNotices } from '../../ui/notices.ts';
import { nameOf } from './member-words.ts';
import { salesTeamsTexts } from './sales-teams.texts.ts';

const texts = salesTeamsTexts.team;

type Props = {
  /** Whom to remove; null while nobody asks. */
  member: TeamMember | null;
  list: typeof listRepsOfManager;
  removal: typeof removeRepFromTeam;
  question: string;
  onClose: () => void;
};

/** F130 */
export function RemoveMember({ member, list, removal, question, onClose }: Props) {
  const notices = useNotices();
  const [refusal, setRefusal] = useState<string | null>(null);
  const remove = useCommand(removal, {
    refreshes: [list],
    onDone: ({ message }) => {
      onClose();
      notices.success(message);
    },
    // Another tab may have removed them already.
    onRefused: (failure) => {
      onClose();
      setRefusal(failure.message);
      void refresh([list]);
    },
  });
  return (
    <>
      <ConfirmModal
        opened={member !== null}
        title={texts.modal.title}
        confirm={texts.modal.remove}
        cancel={texts.modal.close}
        danger
        facts={member ? [[texts.modal.user, texts.nameOf(member.id, nameOf(member))]] : []}
        busy={remove.busy}
        onConfirm={() => member && void remove.run({ params: { id: member.id } })}
        onCancel={onClose}
      >
        {question}
      </ConfirmModal>
      <AlertDialog text={refusal} onClose={() => setRefusal(null)} />
    </>
  );
}

import { listStaffOfCenter, removeStaff, type StaffMember } from '@vialkeep/contract/centers.ts';
import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { useState } from 'react';
import { refresh, useCommand } from '../../kernel/query.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useNotices } from '../../ui/notices.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.staff.modal;

type Props = {
  /** Whom to remove; null while nobody asks. */
  member: StaffMember | null;
  centerId: UserId;
  onClose: () => void;
};

/** F083. Where it fails, the modal closes and the reason is told, as documented. */
export function RemoveStaff({ member, centerId, onClose }: Props) {
  const notices = useNotices();
  const [refusal, setRefusal] = useState<string | null>(null);
  const remove = useCommand(removeStaff, {
    refreshes: [listStaffOfCenter],
    onDone: ({ message }) => {
      onClose();
      notices.success(message);
    },
    onRefused: (failure) => {
      onClose();
      setRefusal(failure.message);
      void refresh([listStaffOfCenter]);
    },
  });

  return (
    <>
      <ConfirmModal
        opened={member !== null}
        title={texts.title}
        confirm={texts.confirm}
        cancel={texts.cancel}
        danger
        facts={member ? [[texts.user, `#${member.id} ${member.first_name} ${member.last_name}`]] : []}
        busy={remove.busy}
        onConfirm={() => member && void remove.run({ body: { user_id: member.id, hc_id: centerId } })}
        onCancel={onClose}
      >
        {texts.question}
      </ConfirmModal>
      <AlertDialog text={refusal} onClose={() => setRefusal(null)} />
    </>
  );
}

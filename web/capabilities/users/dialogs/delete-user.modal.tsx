import type { ListedUser } from '@vialkeep/contract/users.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.delete;

type Props = {
  user: ListedUser | null;
  busy: boolean;
  /** Set in the list of inactive users, where the deletion is irreversible. */
  isFinal?: boolean;
  onConfirm: (user: ListedUser) => void;
  onCancel: () => void;
};

/** In the users list 'Delete' deactivates; only an inactive user can be removed. */
export function DeleteUserModal({ user, busy, isFinal = false, onConfirm, onCancel }: Props) {
  return (
    <ConfirmModal
      opened={user !== null}
      danger
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      facts={
        user
          ? [
              [texts.name, `#${user.id} - ${formatPersonName(user)}`],
              [texts.membership, user.subscription_name],
            ]
          : []
      }
      busy={busy}
      onConfirm={() => user && onConfirm(user)}
      onCancel={onCancel}
    >
      {texts.question} {isFinal ? texts.finalConsequence : texts.consequence}
    </ConfirmModal>
  );
}

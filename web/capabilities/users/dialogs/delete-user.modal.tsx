import type { ListedUser } from '@vialkeep/contract/users.ts';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { nameOf } from '../user-words.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.delete;

type Props = {
  user: ListedUser | null;
  busy: boolean;
  /** From the inactive ones there is no way back. */
  isFinal?: boolean;
  onConfirm: (user: ListedUser) => void;
  onCancel: () => void;
};

/** in the users list 'Delete' deactivates; only an inactive user is removed. */
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
              [texts.name, `#${user.id} - ${nameOf(user)}`],
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

import type { ListedUser } from '@vialkeep/contract/users.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.review;

type Props = {
  user: ListedUser | null;
  busy: boolean;
  onConfirm: (user: ListedUser) => void;
  onCancel: () => void;
};

/** Shows what the owner of a new account said about themselves before the administrator lets it work with people. */
export function ReviewUserModal({ user, busy, onConfirm, onCancel }: Props) {
  return (
    <ConfirmModal
      opened={user !== null}
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      facts={
        user
          ? [
              [texts.name, `#${user.id} - ${formatPersonName(user)}`],
              [texts.membership, user.subscription_name],
              [texts.email, user.email],
              [texts.company, user.company || usersTexts.none],
            ]
          : []
      }
      busy={busy}
      onConfirm={() => user && onConfirm(user)}
      onCancel={onCancel}
    >
      {texts.question} {texts.consequence}
    </ConfirmModal>
  );
}

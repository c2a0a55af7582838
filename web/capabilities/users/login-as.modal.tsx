import type { ListedUser } from '@vialkeep/contract/users.ts';
import type { Failure } from '../../kernel/failure.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.loginAs;

type Props = {
  user: ListedUser | null;
  busy: boolean;
  failure?: Failure | null;
  onConfirm: (user: ListedUser) => void;
  onCancel: () => void;
};

export function LoginAsModal({ user, busy, failure, onConfirm, onCancel }: Props) {
  return (
    <ConfirmModal
      opened={user !== null}
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.cancel}
      facts={
        user
          ? [
              [texts.name, `#${user.id} - ${user.first_name} ${user.last_name}`],
              [texts.membership, user.subscription_name],
              [texts.domain, user.domain.name],
            ]
          : []
      }
      busy={busy}
      failure={failure}
      onConfirm={() => user && onConfirm(user)}
      onCancel={onCancel}
    >
      {texts.question}
    </ConfirmModal>
  );
}

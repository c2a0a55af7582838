import { REASON_MAX } from '@vialkeep/contract/session.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { useEffect, useState } from 'react';
import { LineInput } from '../../../ui/form/fields/line-input.tsx';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.loginAs;

type Props = {
  user: ListedUser | null;
  busy: boolean;
  /** The server's refusal of the typed reason. */
  problem: string | null;
  /** Called in the click handler, so that the browser permits a new tab. */
  onConfirm: (user: ListedUser, reason: string) => void;
  onCancel: () => void;
};

export function LoginAsModal({ user, busy, problem, onConfirm, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const id = user?.id;
  useEffect(() => {
    if (id !== undefined) setReason('');
  }, [id]);
  const confirm = () => {
    if (user && !busy) onConfirm(user, reason.trim());
  };

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
      fields={
        <LineInput
          label={texts.reason}
          help={texts.reasonHelp}
          maxLength={REASON_MAX}
          value={reason}
          error={problem}
          onEnter={confirm}
          onChange={setReason}
        />
      }
      busy={busy}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      {texts.question}
    </ConfirmModal>
  );
}

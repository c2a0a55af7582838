import { reviewAccount } from '@vialkeep/contract/identity-policy.ts';
import { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';
import { type ListedUser, listInactiveUsers, listUsers, setUserInactive } from '@vialkeep/contract/users.ts';
import { useState } from 'react';
import { useCommand } from '../../../kernel/api/query.ts';
import { newTab } from '../../../kernel/navigation/new-tab.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { ChangePasswordModal } from './change-password.modal.tsx';
import { DeleteUserModal } from './delete-user.modal.tsx';
import { LoginAsModal } from './login-as.modal.tsx';
import { loginAsAddress } from './login-as-address.ts';
import { ResetFactorsModal } from './reset-factors.modal.tsx';
import { ReviewUserModal } from './review-user.modal.tsx';

/** The action that an administrator has to confirm for a user of the list. */
export type PendingUserAction = {
  what: 'delete' | 'password' | 'login-as' | 'reset-factors' | 'review';
  user: ListedUser;
};

/** The confirmation dialogs of the row menu, and the actions after confirmation. */
export function UserActionDialogs({ asked, onEnd }: { asked: PendingUserAction | null; onEnd: () => void }) {
  const notices = useNotices();
  const [message, setMessage] = useState<string | null>(null);
  // The dialog closes as documented, and a notice shows the reason (V-04).
  const onRefused = (failure: { message: string }) => notices.error(failure.message);
  const [reasonProblem, setReasonProblem] = useState<string | null>(null);
  const code = useCommand(generateLoginAsUserToken, {
    onRefused: (failure) => {
      setReasonProblem(failure.fields.reason ?? null);
      if (failure.fields.reason) return;
      onEnd();
      onRefused(failure);
    },
  });
  const deactivation = useCommand(setUserInactive, {
    refreshes: [listUsers, listInactiveUsers],
    onDone: (answer) => notices.success(answer.message),
    onRefused,
  });
  const review = useCommand(reviewAccount, {
    refreshes: [listUsers],
    onDone: (answer) => notices.success(answer.message),
    onRefused,
  });
  const about = (what: PendingUserAction['what']) => (asked?.what === what ? asked.user : null);

  async function loginAs(user: ListedUser, reason: string) {
    let tab: ReturnType<typeof newTab> | null = newTab();
    // The question must not stay behind an empty tab; its answer is a click that permits another tab.
    const onProofAsked = () => {
      tab?.close();
      tab = null;
    };
    const answer = await code.run({ body: { user_id: user.id, reason }, onProofAsked });
    if (!answer) return tab?.close();
    endLoginAs();
    (tab ?? newTab()).leadTo(loginAsAddress(answer));
  }

  function endLoginAs() {
    setReasonProblem(null);
    onEnd();
  }

  async function deactivate(user: ListedUser) {
    await deactivation.run({ params: { id: user.id } });
    onEnd();
  }

  async function confirmReview(user: ListedUser) {
    await review.run({ params: { id: user.id } });
    onEnd();
  }

  return (
    <>
      <LoginAsModal
        user={about('login-as')}
        busy={code.busy}
        problem={reasonProblem}
        onConfirm={(user, reason) => void loginAs(user, reason)}
        onCancel={endLoginAs}
      />
      <DeleteUserModal
        user={about('delete')}
        busy={deactivation.busy}
        onConfirm={(user) => void deactivate(user)}
        onCancel={onEnd}
      />
      <ReviewUserModal
        user={about('review')}
        busy={review.busy}
        onConfirm={(user) => void confirmReview(user)}
        onCancel={onEnd}
      />
      <ChangePasswordModal
        user={about('password')}
        onClose={onEnd}
        onAnswered={(text, isDone) => {
          if (isDone) onEnd();
          setMessage(text);
        }}
      />
      <ResetFactorsModal
        user={about('reset-factors')}
        onClose={onEnd}
        onDone={(text) => {
          onEnd();
          notices.success(text);
        }}
      />
      <AlertDialog text={message} onClose={() => setMessage(null)} />
    </>
  );
}

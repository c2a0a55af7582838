import { type ReactNode, useContext, useMemo, useState } from 'react';
import { UNSAVED_QUESTION, UnsavedContext, type UnsavedScope, unsavedScope } from '../../kernel/navigation/unsaved.ts';
import { ConfirmModal } from './confirm-modal.tsx';

type UnsavedChangesDialog = {
  /** Provide this around the part that can hold unsaved input. */
  scope: UnsavedScope;
  /** Runs `go`, or asks first. */
  leave: (go: () => void) => void;
  /** Render this on the screen. */
  question: ReactNode;
};

/** Asks before unsaved input is lost in a part that is neither a page nor a modal: a row, a tab. */
export function useLeaveQuestion(): UnsavedChangesDialog {
  const around = useContext(UnsavedContext);
  const scope = useMemo(() => unsavedScope(around), [around]);
  const [waiting, setWaiting] = useState<{ go: () => void } | null>(null);
  return {
    scope,
    leave: (go) => {
      if (scope.hasUnsaved()) setWaiting({ go });
      else go();
    },
    question: waiting && (
      <ConfirmModal
        opened
        danger
        title={UNSAVED_QUESTION.title}
        confirm={UNSAVED_QUESTION.leave}
        cancel={UNSAVED_QUESTION.stay}
        onConfirm={() => {
          setWaiting(null);
          waiting.go();
        }}
        onCancel={() => setWaiting(null)}
      >
        {UNSAVED_QUESTION.text}
      </ConfirmModal>
    ),
  };
}

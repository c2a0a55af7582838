import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { type ReactNode, useState } from 'react';
import type { CallInput } from '../../kernel/api/api.ts';
import { refresh, useCommand } from '../../kernel/api/query.ts';
import type { Fact } from '../display/facts.tsx';
import { useNotices } from '../feedback/notices.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { ConfirmModal } from './confirm-modal.tsx';

type Props<R extends Route> = {
  removal: R;
  /** The entry to remove; null while the modal is closed. */
  input: CallInput<R> | null;
  /** The list that contains the entry. */
  list: Route;
  texts: { title: string; confirm: string; cancel: string };
  facts: readonly Fact[];
  told: (answer: Answer<R>) => string;
  onClose: () => void;
  /** The question. */
  children: ReactNode;
};

/**
 * Asks for confirmation before it removes an entry of a list. After a failure the modal closes and a notice shows the
 * reason.
 */
export function RemoveModal<R extends Route>(props: Props<R>) {
  const { removal, input, list, texts, facts, told, onClose, children } = props;
  const notices = useNotices();
  const [refusal, setRefusal] = useState<string | null>(null);
  const remove = useCommand(removal, {
    refreshes: [list],
    onDone: (answer) => {
      onClose();
      notices.success(told(answer));
    },
    // Another tab may have removed it already.
    onRefused: (failure) => {
      onClose();
      setRefusal(failure.message);
      void refresh([list]);
    },
  });
  return (
    <>
      <ConfirmModal
        {...texts}
        opened={input !== null}
        danger
        facts={facts}
        busy={remove.busy}
        onConfirm={() => input && void remove.run(input)}
        onCancel={onClose}
      >
        {children}
      </ConfirmModal>
      <AlertDialog text={refusal} onClose={() => setRefusal(null)} />
    </>
  );
}

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
  /** Whom or what to remove; null while nobody asks. */
  input: CallInput<R> | null;
  /** The list they are removed from. */
  list: Route;
  texts: { title: string; confirm: string; cancel: string };
  facts: readonly Fact[];
  told: (answer: Answer<R>) => string;
  onClose: () => void;
  /** The question. */
  children: ReactNode;
};

/** Asks before somebody is removed from a list. Where it fails, the modal closes and the reason is told. */
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

import { endOperator, listOperators, type Operator, renewOperatorPin } from '@vialkeep/contract/lab-policy.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { operatorsTexts as texts } from './lab-policy.texts.ts';
import type { NewBadge } from './show-badge.modal.tsx';

export type OperatorAct = { readonly what: 'new-pin' | 'end'; readonly operator: Operator };

type Props = {
  act: OperatorAct | null;
  onNewPin: (badge: NewBadge) => void;
  onEnded: (name: string) => void;
  onClose: () => void;
};

/** Asks before an operator gets a new PIN or ends. */
export function ChangeOperator({ act, onNewPin, onEnded, onClose }: Props) {
  const name = act?.operator.name ?? '';
  const refreshes = [listOperators];
  const renewing = useCommand(renewOperatorPin, { refreshes, onDone: (made) => onNewPin({ ...made, name }) });
  const ending = useCommand(endOperator, { refreshes, onDone: () => onEnded(name) });
  const isEnding = act?.what === 'end';
  const command = isEnding ? ending : renewing;
  return (
    <ConfirmModal
      opened={act !== null}
      danger={isEnding}
      title={isEnding ? texts.endTitle : texts.newPin}
      confirm={isEnding ? texts.endTitle : texts.newPin}
      cancel={texts.cancel}
      facts={[[texts.name, name]]}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => act && void command.run({ params: { id: act.operator.id } })}
      onCancel={onClose}
    >
      {isEnding ? texts.endQuestion : texts.newPinQuestion}
    </ConfirmModal>
  );
}

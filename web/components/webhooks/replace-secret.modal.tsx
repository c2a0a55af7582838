import { listWebhooks, replaceWebhookSecret, type WebhookEndpoint } from '@vialkeep/contract/webhooks.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { webhooksTexts as texts } from './webhooks.texts.ts';

type Props = { endpoint: WebhookEndpoint | null; onReplaced: (secret: string) => void; onClose: () => void };

/** Asks before a new secret signs. */
export function ReplaceSecret({ endpoint, onReplaced, onClose }: Props) {
  const command = useCommand(replaceWebhookSecret, {
    refreshes: [listWebhooks],
    onDone: ({ secret }) => onReplaced(secret),
  });
  return (
    <ConfirmModal
      opened={endpoint !== null}
      title={texts.replace}
      confirm={texts.replace}
      cancel={texts.cancel}
      facts={endpoint ? [[texts.address, endpoint.url]] : []}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => endpoint && void command.run({ params: { id: endpoint.id } })}
      onCancel={onClose}
    >
      {texts.replaceQuestion}
    </ConfirmModal>
  );
}

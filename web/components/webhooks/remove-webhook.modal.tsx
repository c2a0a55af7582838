import { deleteWebhook, listWebhooks, type WebhookEndpoint } from '@vialkeep/contract/webhooks.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { webhooksTexts as texts } from './webhooks.texts.ts';

type Props = { endpoint: WebhookEndpoint | null; onRemoved: (url: string) => void; onClose: () => void };

/** Asks before an endpoint and its deliveries are deleted. */
export function RemoveWebhook({ endpoint, onRemoved, onClose }: Props) {
  const command = useCommand(deleteWebhook, {
    refreshes: [listWebhooks],
    onDone: () => onRemoved(endpoint?.url ?? ''),
  });
  return (
    <ConfirmModal
      opened={endpoint !== null}
      danger
      title={texts.removeTitle}
      confirm={texts.removeTitle}
      cancel={texts.cancel}
      facts={endpoint ? [[texts.address, endpoint.url]] : []}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => endpoint && void command.run({ params: { id: endpoint.id } })}
      onCancel={onClose}
    >
      {texts.removeQuestion}
    </ConfirmModal>
  );
}

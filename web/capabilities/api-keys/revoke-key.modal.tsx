import { type ApiKey, listApiKeys, revokeApiKey } from '@vialkeep/contract/api-keys.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { ConfirmModal } from '../../ui/overlays/confirm-modal.tsx';
import { apiKeysTexts as texts } from './api-keys.texts.ts';

type Props = { apiKey: ApiKey | null; onRevoked: (name: string) => void; onClose: () => void };

/** Asks before a key ends. */
export function RevokeKey({ apiKey, onRevoked, onClose }: Props) {
  const command = useCommand(revokeApiKey, {
    refreshes: [listApiKeys],
    onDone: () => onRevoked(apiKey?.name ?? ''),
  });
  return (
    <ConfirmModal
      opened={apiKey !== null}
      danger
      title={texts.revokeTitle}
      confirm={texts.revokeTitle}
      cancel={texts.cancel}
      facts={
        apiKey
          ? [
              [texts.name, apiKey.name],
              [texts.key, `${apiKey.prefix}_…`],
              [texts.owner, apiKey.owner.name],
            ]
          : []
      }
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => apiKey && void command.run({ params: { id: apiKey.id } })}
      onCancel={onClose}
    >
      {texts.revokeQuestion}
    </ConfirmModal>
  );
}

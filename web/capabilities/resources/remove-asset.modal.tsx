import { type AdministeredAsset, deleteAsset, listAssets } from '@vialkeep/contract/resources.ts';
import { refresh, useCommand } from '../../kernel/query.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useNotices } from '../../ui/notices.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.remove;

type Props = {
  /** The one to remove; null while nobody asks. */
  asset: AdministeredAsset | null;
  onClose: () => void;
};

export function RemoveAsset({ asset, onClose }: Props) {
  const notices = useNotices();
  const command = useCommand(deleteAsset, {
    refreshes: [listAssets],
    onDone: () => {
      onClose();
      notices.success(texts.removed);
    },
    // Another administrator may have been quicker.
    onRefused: () => void refresh([listAssets]),
  });
  const close = () => {
    command.reset();
    onClose();
  };

  return (
    <ConfirmModal
      opened={asset !== null}
      title={texts.title}
      confirm={texts.confirm}
      cancel={texts.close}
      danger
      facts={asset ? [[texts.name, asset.asset_name]] : []}
      busy={command.busy}
      failure={command.refusal}
      onConfirm={() => asset && void command.run({ params: { id: asset.id } })}
      onCancel={close}
    >
      {texts.question}
    </ConfirmModal>
  );
}

import { type AdministeredAsset, deleteAsset, listAssets } from '@vialkeep/contract/resources.ts';
import { RemoveModal } from '../../ui/overlays/remove-modal.tsx';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.remove;

type Props = {
  /** The asset to remove; null while the modal is closed. */
  asset: AdministeredAsset | null;
  onClose: () => void;
};

export function RemoveAsset({ asset, onClose }: Props) {
  return (
    <RemoveModal
      removal={deleteAsset}
      input={asset && { params: { id: asset.id } }}
      list={listAssets}
      texts={{ title: texts.title, confirm: texts.confirm, cancel: texts.close }}
      facts={asset ? [[texts.name, asset.asset_name]] : []}
      told={({ message }) => message}
      onClose={onClose}
    >
      {texts.question}
    </RemoveModal>
  );
}

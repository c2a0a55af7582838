import { IconPlus } from '@tabler/icons-react';
import type { AssetId } from '@vialkeep/contract/kernel/ids.ts';
import { type AdministeredAsset, listAssets } from '@vialkeep/contract/resources.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EditAndRemove } from '../../ui/actions/edit-and-remove.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { EditAsset, NewAsset } from './asset-form.tsx';
import { matchesAsset } from './asset-labels.ts';
import { assetColumns } from './assets.columns.tsx';
import { MembershipMatrix } from './membership-matrix.tsx';
import { RemoveAsset } from './remove-asset.modal.tsx';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.list;
const PER_PAGE = 10;

/** Manages the published assets (F146). */
export function AssetsManagerScreen() {
  const assets = useApi(listAssets, {});
  const [edited, setEdited] = useState<AssetId | 'new' | null>(null);
  const [removed, setRemoved] = useState<AdministeredAsset | null>(null);
  const close = () => setEdited(null);

  return (
    <Screen
      title={texts.title}
      actions={
        <Button kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      <Card flush>
        <DataTable
          name="assets"
          label={texts.title}
          query={assets}
          pageSize={PER_PAGE}
          columns={assetColumns}
          rowName={texts.name}
          texts={{ loading: resourcesTexts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches: matchesAsset }}
          rowInline={(asset) => (
            <EditAndRemove
              edit={{ name: texts.edit(asset.asset_name), onClick: () => setEdited(asset.id) }}
              remove={{ name: texts.remove(asset.asset_name), onClick: () => setRemoved(asset) }}
            />
          )}
          tall
        />
      </Card>
      {assets.data && assets.data.length > 0 && <MembershipMatrix assets={assets.data} />}
      <FormModal
        opened={edited !== null}
        title={edited === 'new' ? resourcesTexts.form.add : resourcesTexts.form.edit}
        onClose={close}
      >
        {edited === 'new' && <NewAsset onDone={close} />}
        {edited !== null && edited !== 'new' && <EditAsset id={edited} onDone={close} />}
      </FormModal>
      <RemoveAsset asset={removed} onClose={() => setRemoved(null)} />
    </Screen>
  );
}

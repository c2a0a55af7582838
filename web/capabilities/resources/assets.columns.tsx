import type { AdministeredAsset } from '@vialkeep/contract/resources.ts';
import { CellNothing } from '../../ui/display/cell-lines.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { customColumn, textColumn } from '../../ui/layout/columns.tsx';
import { AssetDetails } from './asset-details.tsx';
import { AssetItems } from './asset-items.tsx';
import { itemLabel } from './asset-labels.ts';
import { membershipNames } from './membership-labels.ts';
import classes from './resources.module.css';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.list;

export const assetColumns = [
  customColumn<AdministeredAsset>(
    resourcesTexts.details,
    (asset) => <AssetDetails name={texts.name(asset)} description={asset.description} />,
    { value: texts.name, sort: ({ asset_name }) => asset_name, width: '26%' },
  ),
  textColumn<AdministeredAsset>(texts.domain, ({ domain }) => domain?.name ?? texts.noDomain),
  customColumn<AdministeredAsset>(texts.memberships, (asset) => <Labels labels={membershipNames(asset)} pills />, {
    value: (asset) => membershipNames(asset).join('; '),
    width: '20%',
  }),
  customColumn<AdministeredAsset>(texts.sections, (asset) => <Labels labels={urlsOf(asset)} />, {
    value: (asset) => urlsOf(asset).join('; '),
    priority: 2,
  }),
  customColumn<AdministeredAsset>(resourcesTexts.information, ({ assets }) => <AssetItems items={assets} />, {
    value: ({ assets }) => assets.map(itemLabel).join('; '),
    priority: 2,
  }),
];

function Labels({ labels, pills }: { labels: readonly string[]; pills?: boolean }) {
  if (labels.length === 0) return <CellNothing>{texts.noDomain}</CellNothing>;
  return (
    <ul className={pills ? classes.pills : classes.list}>
      {labels.map((label) => (
        <li key={label}>{pills ? <StatusPill tone="none">{label}</StatusPill> : label}</li>
      ))}
    </ul>
  );
}

function urlsOf({ sections }: AdministeredAsset): string[] {
  return sections.map(({ url }) => url);
}

import { isLinkAddress } from '@vialkeep/contract/kernel/link-address.ts';
import { type AdministeredAsset, type AssetItem, LINK, type SubscriptionAsset } from '@vialkeep/contract/resources.ts';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { resourcesTexts } from './resources.texts.ts';

type Item = Pick<AssetItem, 'type' | 'name' | 'path'>;

/** The item's name; without one, a link's path or 'see file'. */
export function itemLabel({ type, name, path }: Item): string {
  return name || (type === LINK ? path : resourcesTexts.seeFile);
}

/** The address that an item opens; null if it leads neither to the web nor to a page of the product (T53). */
export function itemAddress({ type, path }: Item): string | null {
  if (type !== LINK) return `/media/assets/${encodeURIComponent(path)}`;
  return isLinkAddress(path) ? path : null;
}

/** The filter of the resource center; the specification does not define it. */
export function matchesResource(asset: SubscriptionAsset, typed: string): boolean {
  return hasMatchingText([asset.asset_name, asset.code, asset.description, ...asset.assets.map(itemLabel)], typed);
}

/** The filter matches code, name or domain name (3-administration 2.15). */
export function matchesAsset(asset: AdministeredAsset, typed: string): boolean {
  return hasMatchingText([asset.code, asset.name, asset.domain?.name ?? ''], typed);
}

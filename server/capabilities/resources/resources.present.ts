import type { AdministeredAsset, SubscriptionAsset, SuggestedResource } from '@vialkeep/contract/resources.ts';
import type { z } from 'zod';
import type { AssetRow } from './resources.queries.ts';

export function presentSuggested({ id, asset_name, description, items }: AssetRow): z.input<typeof SuggestedResource> {
  // @NOTE a check constraint limits the type to 1 and 2.
  const assets = items.map((item) => ({ ...item, type: item.type as 1 | 2 }));
  return { id, asset_name, description, assets };
}

/** `code` is the slug of `asset_name`, and `name` repeats `asset_name` (U-37). */
export function presentForSubscription(row: AssetRow): z.input<typeof SubscriptionAsset> {
  return { ...presentSuggested(row), code: slugOf(row.asset_name), name: row.asset_name, sections: row.sections };
}

export function presentAsset(row: AssetRow): z.input<typeof AdministeredAsset> {
  const { domain_id, domain_name, plan_ids } = row;
  return {
    ...presentForSubscription(row),
    membership_ids: plan_ids.join(','),
    domain: domain_id === null || domain_name === null ? null : { id: domain_id, name: domain_name },
  };
}

/** 'Égalité: Part 2' → 'egalite-part-2' */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

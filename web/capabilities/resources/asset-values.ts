import { AssetItemId, DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { PlanId } from '@vialkeep/contract/plans.ts';
import {
  type AdministeredAsset,
  AssetDescription,
  AssetName,
  type createAsset,
  FILE,
  FileName,
  LINK,
  LinkName,
  LinkPath,
  SectionUrl,
  type updateAsset,
} from '@vialkeep/contract/resources.ts';
import { z } from 'zod';
import { membershipsOf } from './membership-labels.ts';

/** The form's values. Links and files are new ones; `removed` lists existing ones to delete. */
export const AssetShape = z.object({
  asset_name: AssetName,
  description: AssetDescription,
  memberships: z.array(PlanId),
  domain_id: DomainId.nullable(),
  sections: z.array(SectionUrl),
  links: z.array(z.object({ key: z.number(), path: LinkPath, name: LinkName })),
  files: z.array(z.object({ key: z.number(), path: z.string().min(1, 'Choose a file.'), name: FileName })),
  removed: z.array(AssetItemId),
});
export type AssetValues = z.input<typeof AssetShape>;

export function buildAssetValues(asset: AdministeredAsset | null): AssetValues {
  return {
    asset_name: asset?.asset_name ?? '',
    description: asset?.description ?? '',
    memberships: asset ? membershipsOf(asset) : [],
    domain_id: asset?.domain?.id ?? null,
    sections: asset?.sections.map(({ url }) => url) ?? [],
    links: [],
    files: [],
    removed: [],
  };
}

export function newAsset(values: AssetValues): z.input<typeof createAsset.body> {
  return {
    asset_name: values.asset_name,
    description: values.description,
    membership_ids: values.memberships.join(','),
    domain_id: values.domain_id,
    sections: values.sections.map((url) => ({ url })),
    assets: [
      ...values.links.map(({ path, name }) => ({ type: LINK, path, name }) as const),
      ...values.files.map(({ path, name }) => ({ type: FILE, path, name }) as const),
    ],
  };
}

/** Sends only changed fields, so that two users can edit different fields at once. */
export function buildAssetUpdate(asset: AdministeredAsset, values: AssetValues): z.input<typeof updateAsset.body> {
  const [before, after] = [newAsset(buildAssetValues(asset)), newAsset(values)];
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(new Map(Object.entries(before)).get(name)),
  );
  return { ...Object.fromEntries(changed), assets_remove: values.removed };
}

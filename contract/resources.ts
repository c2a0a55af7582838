import { z } from 'zod';
import { AssetId, AssetIdInPath, AssetItemId, DomainId } from './kernel/ids.ts';
import { joinedNumbers } from './kernel/joined-numbers.ts';
import { linkAddress } from './kernel/link-address.ts';
import { orEmpty } from './kernel/or-empty.ts';
import { refusal } from './kernel/refusal.ts';
import { route, UPLOAD_LIMIT_BYTES } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';
import { Plan, PlanId, PlanIdInQuery } from './plans.ts';

export const LINK = 1;
export const FILE = 2;

/** The plans that the form offers; an asset may be for others too. */
export const offeredMemberships: readonly Plan[] = [
  Plan.lab,
  Plan.generalMember,
  Plan.salesRep,
  Plan.harvestCenter,
  Plan.referralCenter,
  Plan.salesManager,
  Plan.salesDistributor,
  Plan.staff,
];

/** A link or a file of an asset. The path of a file is its name below /media/assets/. */
export const AssetItem = z.object({
  id: AssetItemId,
  type: z.literal([LINK, FILE]),
  name: z.string(),
  path: z.string(),
});
export type AssetItem = z.infer<typeof AssetItem>;

/** The fields of an asset in the suggested-resources panel. */
export const SuggestedResource = z.object({
  id: AssetId,
  asset_name: z.string(),
  description: z.string(),
  assets: z.array(AssetItem),
});
export type SuggestedResource = z.infer<typeof SuggestedResource>;

/** `code` is the slug of `asset_name`; `name` repeats it (U-37). */
export const SubscriptionAsset = SuggestedResource.extend({
  code: z.string(),
  name: z.string(),
  /** The pages that the asset is suggested on. */
  sections: z.array(z.object({ id: z.number().int(), url: z.string() })),
});
export type SubscriptionAsset = z.infer<typeof SubscriptionAsset>;

export const AdministeredAsset = SubscriptionAsset.extend({
  /** '3,4' */
  membership_ids: z.string(),
  /** Null means every site (S-31). */
  domain: z.object({ id: DomainId, name: z.string() }).nullable(),
});
export type AdministeredAsset = z.infer<typeof AdministeredAsset>;

const ofSubscription = z.object({ id: PlanIdInQuery });

export const listSubscriptionAssets = route({
  method: 'GET',
  path: '/api/v1/assets/subscription/:id/',
  summary: 'The assets for a membership',
  access: 'resources.read',
  params: ofSubscription,
  answer: z.array(SubscriptionAsset),
});

export const listSuggestedResources = route({
  method: 'POST',
  path: '/api/v1/assets/subscription/:id/section/',
  summary: 'The assets for a membership that are suggested on one page',
  access: 'resources.read',
  params: ofSubscription,
  body: z.object({ url: requiredText('url', 500) }),
  answer: z.array(SuggestedResource),
});

export const readAssetFile = route({
  method: 'GET',
  path: '/media/assets/:path',
  summary: 'A file of an asset',
  access: 'resources.read',
  params: z.object({ path: text(100) }),
  fileSession: true,
});

export const listAssets = route({
  method: 'GET',
  path: '/api/admin/assets/',
  summary: 'Assets, newest first',
  access: 'resources.manage',
  answer: z.array(AdministeredAsset),
});

const oneAsset = z.object({ id: AssetIdInPath });

export const readAsset = route({
  method: 'GET',
  path: '/api/admin/assets/:id/',
  summary: 'One asset',
  access: 'resources.manage',
  params: oneAsset,
  answer: AdministeredAsset,
});

const MOST_ITEMS = 50;

const MembershipIds = joinedNumbers(50, 'Choose accounts.').pipe(z.array(PlanId, 'Choose accounts.'));

export const AssetName = requiredText('Asset Name', 200);
export const AssetDescription = requiredText('Description', 2_000);
export const SectionUrl = requiredText('Resource Section', 200);
export const LinkPath = linkAddress('Link');
export const LinkName = text(200);
export const FileName = requiredText('File Name', 200);

const NewItem = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal(LINK), path: LinkPath, name: LinkName.nullish().transform((name) => name ?? '') }),
    z.object({ type: z.literal(FILE), path: requiredText('File', 100), name: FileName }),
  ],
  'Choose a link or a file.',
);
export type NewItem = z.infer<typeof NewItem>;

const AssetDetails = z.object({
  asset_name: AssetName,
  description: AssetDescription,
  membership_ids: MembershipIds,
  domain_id: orEmpty(DomainId),
  sections: z
    .array(z.object({ url: SectionUrl }))
    .max(MOST_ITEMS, `At most ${MOST_ITEMS} sections.`)
    .transform((sections) => [...new Set(sections.map(({ url }) => url))]),
  /** Only new items; `assets_remove` removes existing ones. */
  assets: z.array(NewItem).max(MOST_ITEMS, `At most ${MOST_ITEMS} links and files.`),
});

const assetRefusals = {
  unknown_domain: refusal(400, 'Choose a domain.'),
  file_not_uploaded: refusal(400, 'Upload the file first.'),
};

export const createAsset = route({
  method: 'POST',
  path: '/api/v1/assets/',
  summary: 'Add an asset with its links and files',
  access: 'resources.manage',
  body: AssetDetails.partial({ membership_ids: true, domain_id: true, sections: true, assets: true }),
  answer: AdministeredAsset,
  refusals: assetRefusals,
});

export const updateAsset = route({
  method: 'PATCH',
  path: '/api/admin/assets/:id/',
  summary: 'Change parts of an asset; links and files are added and taken away',
  access: 'resources.manage',
  params: oneAsset,
  body: AssetDetails.partial().extend({ assets_remove: z.array(AssetItemId).max(1_000).optional() }),
  answer: AdministeredAsset,
  refusals: assetRefusals,
});

export const deleteAsset = route({
  method: 'DELETE',
  path: '/api/admin/assets/:id/',
  summary: 'Remove an asset',
  access: 'resources.manage',
  params: oneAsset,
  answer: z.object({ success: z.literal(true), message: z.string() }),
});

/** Documented clients send `type`; the server ignores it (S-24). */
export const uploadAssetFile = route({
  method: 'POST',
  path: '/api/v1/assets/process-file/',
  summary: 'Upload a file for an asset',
  access: 'resources.manage',
  upload: { types: ['pdf', 'docx', 'xlsx', 'pptx', 'png', 'jpeg', 'webp', 'text'], maxBytes: UPLOAD_LIMIT_BYTES },
  body: z.object({ filename: text(255).optional(), type: text(50).optional() }),
  answer: z.object({ filename: z.string() }),
});

import { type Plan, planNames, plans } from '@vialkeep/contract/plans.ts';
import { type AdministeredAsset, offeredMemberships } from '@vialkeep/contract/resources.ts';

/** '3,4' → [3, 4] */
export function membershipsOf({ membership_ids }: Pick<AdministeredAsset, 'membership_ids'>): Plan[] {
  const ids = membership_ids.split(',');
  return plans.filter((plan) => ids.includes(String(plan)));
}

export function membershipNames(asset: Pick<AdministeredAsset, 'membership_ids'>): string[] {
  return membershipsOf(asset).map((plan) => planNames[plan]);
}

/** The offered account types, plus those that these assets already use. */
export function membershipsAround(assets: readonly Pick<AdministeredAsset, 'membership_ids'>[]): Plan[] {
  const used = new Set([...offeredMemberships, ...assets.flatMap(membershipsOf)]);
  return plans.filter((plan) => used.has(plan));
}

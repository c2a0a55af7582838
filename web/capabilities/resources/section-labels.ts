import type { SubscriptionAsset } from '@vialkeep/contract/resources.ts';

/** Names of pages whose address does not give a good name. */
const known: Readonly<Record<string, string>> = {
  '/patients': 'Patient List',
  '/patients/:id': 'Patient record',
  '/profile': 'Contact Details',
  '/hc-profile': 'Contact Details',
  '/password': 'Change Password',
  '/hc-locations': 'Locations',
  '/hc-payments': 'Payments',
  '/hc-transaction-history': 'Transaction History',
  '/my-transaction-report': 'Transaction Report',
  '/staff-view': 'Staff',
  '/lab/:id': 'Lab',
  '/fedex-request-label': 'FedEx Label',
  '/fedex-request-label-rhc': 'FedEx Label',
  '/fedex-requests': 'FedEx Label',
  '/all-patients-team': 'Team Patients List',
  '/all-manager-patients-team': 'Team Patients List',
  '/hc-staff-manager': 'HC Staff Manager',
  '/rhc-manager': 'RHC Manager',
};

/** '/patients-signatures' → 'Patients signatures' */
export function sectionName(url: string): string {
  const words = url
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .join(' ')
    .replaceAll(/[-_]+/g, ' ');
  return known[url] ?? (words === '' ? url : words.charAt(0).toUpperCase() + words.slice(1));
}

export type SectionCount = {
  /** Addresses with the same name form one section. */
  name: string;
  urls: readonly string[];
  /** The number of assets for this section. */
  count: number;
};

/** The sections that assets name, by count, largest first. */
export function countSections(assets: readonly Pick<SubscriptionAsset, 'sections'>[]): SectionCount[] {
  const urls = [...new Set(assets.flatMap(({ sections }) => sections.map(({ url }) => url)))];
  return [...Map.groupBy(urls, sectionName)]
    .map(([name, same]) => ({ name, urls: same, count: assets.filter((asset) => isIn(asset, name)).length }))
    .toSorted((one, other) => other.count - one.count || one.name.localeCompare(other.name));
}

export function isIn({ sections }: Pick<SubscriptionAsset, 'sections'>, name: string): boolean {
  return sections.some(({ url }) => sectionName(url) === name);
}

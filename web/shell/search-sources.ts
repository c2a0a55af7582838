import { peopleSource } from '../capabilities/users/list/people-source.ts';
import * as addresses from '../kernel/navigation/addresses.ts';
import { linkTo } from '../kernel/navigation/link-to.ts';
import type { SearchResult, SearchSource } from '../kernel/search-source.ts';
import { logOut } from '../kernel/session/log-out.ts';
import { matching } from '../ui/search/recent-searches.ts';
import { isGroup, type MenuItem } from './menu.ts';

/** The search sources of the capabilities, with the action that each one's calls need. */
const capabilitySources: readonly { needs: string; source: SearchSource }[] = [
  { needs: 'users.list', source: peopleSource },
];

/** Screens that the documented menus do not contain, with the action that each needs. */
const beyondTheMenu: readonly { needs: string; screen: SearchResult }[] = [
  { needs: 'audit.read', screen: { id: addresses.security, label: 'Security', to: linkTo(addresses.security) } },
  {
    needs: 'api_keys.manage',
    screen: { id: addresses.connections, label: 'Connections', to: linkTo(addresses.connections) },
  },
  { needs: 'imports.manage', screen: { id: addresses.imports, label: 'Imports', to: linkTo(addresses.imports) } },
  {
    needs: 'api_keys.manage',
    screen: { id: addresses.documentation, label: 'Documentation', to: linkTo(addresses.documentation) },
  },
  {
    needs: 'refunds.administer',
    screen: { id: addresses.refunds, label: 'Refunds', to: linkTo(addresses.refunds) },
  },
  {
    needs: 'money.overview',
    screen: { id: addresses.moneyOverview, label: 'Money', to: linkTo(addresses.moneyOverview) },
  },
  {
    needs: 'reconciliation.administer',
    screen: { id: addresses.reconciliation, label: 'Reconciliation', to: linkTo(addresses.reconciliation) },
  },
  {
    needs: 'money.settings',
    screen: { id: addresses.moneySettings, label: 'Money settings', to: linkTo(addresses.moneySettings) },
  },
  {
    needs: 'commissions.administer',
    screen: { id: addresses.commissionLines, label: 'Commissions', to: linkTo(addresses.commissionLines) },
  },
  {
    needs: 'commissions.administer',
    screen: { id: addresses.commissionPlans, label: 'Commission plans', to: linkTo(addresses.commissionPlans) },
  },
  {
    needs: 'commissions.own',
    screen: { id: addresses.myCommissions, label: 'My commissions', to: linkTo(addresses.myCommissions) },
  },
  {
    needs: 'payouts.administer',
    screen: { id: addresses.payouts, label: 'Payout runs', to: linkTo(addresses.payouts) },
  },
  {
    needs: 'storage.administer',
    screen: { id: addresses.storagePlans, label: 'Storage plans', to: linkTo(addresses.storagePlans) },
  },
  { needs: 'storage.own', screen: { id: addresses.billing, label: 'Storage', to: linkTo(addresses.billing) } },
  { needs: 'journal.read', screen: { id: addresses.journal, label: 'Journal', to: linkTo(addresses.journal) } },
  {
    needs: 'identity.policy',
    screen: { id: addresses.identityPolicy, label: 'Policy', to: linkTo(addresses.identityPolicy) },
  },
];

type Shown = {
  menu: readonly MenuItem[];
  /** The rights of this session. */
  may: readonly string[];
  dark: boolean;
  setDark: (dark: boolean) => void;
  showHelp: () => void;
};

/** The groups of the search in order: sources of capabilities, screens of the menu, actions. */
export function searchSources({ menu, may, dark, setDark, showHelp }: Shown): readonly SearchSource[] {
  const screens = [
    ...screensOf(menu),
    ...beyondTheMenu.filter(({ needs }) => may.includes(needs)).map(({ screen }) => screen),
  ];
  const actions: readonly SearchResult[] = [
    { id: 'scheme', label: dark ? 'Light mode' : 'Dark mode', run: () => setDark(!dark) },
    { id: 'shortcuts', label: 'Keyboard shortcuts', run: showHelp },
    { id: 'log-out', label: 'Log Out', run: logOut },
  ];
  return [
    ...capabilitySources.filter(({ needs }) => may.includes(needs)).map(({ source }) => source),
    { group: 'Screens', known: (text) => matching(screens, text) },
    { group: 'Actions', known: (text) => matching(actions, text) },
  ];
}

/** The label of the search field: 'Search people, screens and actions'. */
export function searchLabel(sources: readonly SearchSource[]): string {
  const groups = sources.map(({ group }) => group.toLowerCase());
  return `Search ${groups.slice(0, -1).join(', ')} and ${groups.at(-1)}`;
}

function screensOf(menu: readonly MenuItem[]): readonly SearchResult[] {
  return menu.flatMap((item) =>
    isGroup(item)
      ? item.entries.map(({ label, path }) => ({ id: path, label, detail: item.label, to: linkTo(path) }))
      : [{ id: item.path, label: item.label, to: linkTo(item.path) }],
  );
}

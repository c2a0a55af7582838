import type { ReactNode } from 'react';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { TabbedScreen } from '../../ui/layout/tabbed-screen.tsx';

const tabs = [
  { at: 'overview', label: 'Overview', needs: 'money.overview', to: linkTo(addresses.moneyOverview) },
  { at: 'refunds', label: 'Refunds', needs: 'refunds.administer', to: linkTo(addresses.refunds) },
  { at: 'commissions', label: 'Commissions', needs: 'commissions.administer', to: linkTo(addresses.commissionLines) },
  { at: 'payouts', label: 'Payouts', needs: 'payouts.administer', to: linkTo(addresses.payouts) },
  { at: 'plans', label: 'Plans', needs: 'commissions.administer', to: linkTo(addresses.commissionPlans) },
  { at: 'storage', label: 'Storage', needs: 'storage.administer', to: linkTo(addresses.storagePlans) },
  {
    at: 'reconciliation',
    label: 'Reconciliation',
    needs: 'reconciliation.administer',
    to: linkTo(addresses.reconciliation),
  },
  { at: 'journal', label: 'Journal', needs: 'journal.read', to: linkTo(addresses.journal) },
  { at: 'settings', label: 'Settings', needs: 'money.settings', to: linkTo(addresses.moneySettings) },
] as const;

type Props = { at: (typeof tabs)[number]['at']; status?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A page of /money with the links to its sisters. */
export function MoneyPage(props: Props) {
  return <TabbedScreen title="Money" tabs={tabs} {...props} />;
}

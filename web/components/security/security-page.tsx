import type { ReactNode } from 'react';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { TabbedScreen } from '../../ui/layout/tabbed-screen.tsx';

const tabs = [
  { at: 'changes', label: 'Changes', needs: 'audit.read', to: linkTo(addresses.security) },
  { at: 'openings', label: 'Openings', needs: 'access.read', to: linkTo(addresses.securityOpenings) },
  { at: 'sessions', label: 'Sessions', needs: 'audit.read', to: linkTo(addresses.securitySessions) },
  { at: 'inspections', label: 'Inspections', needs: 'inspections.manage', to: linkTo(addresses.securityInspections) },
  { at: 'privacy', label: 'Privacy', needs: 'privacy.decide', to: linkTo(addresses.privacyRequests) },
  { at: 'policy', label: 'Policy', needs: 'identity.policy', to: linkTo(addresses.identityPolicy) },
] as const;

type Props = { at: (typeof tabs)[number]['at']; actions?: ReactNode; children: ReactNode };

/** A page of /security with the links to its sisters. */
export function SecurityPage(props: Props) {
  return <TabbedScreen title="Security" tabs={tabs} {...props} />;
}

import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './security-page.module.css';

/** The pages of /security; each needs a right of its own. */
const tabs = [
  { at: 'changes', label: 'Changes', needs: 'audit.read', to: linkTo(addresses.security) },
  { at: 'openings', label: 'Openings', needs: 'access.read', to: linkTo(addresses.securityOpenings) },
  { at: 'sessions', label: 'Sessions', needs: 'audit.read', to: linkTo(addresses.securitySessions) },
  { at: 'inspections', label: 'Inspections', needs: 'inspections.manage', to: linkTo(addresses.securityInspections) },
  { at: 'privacy', label: 'Privacy', needs: 'privacy.decide', to: linkTo(addresses.privacyRequests) },
  { at: 'policy', label: 'Policy', needs: 'identity.policy', to: linkTo(addresses.identityPolicy) },
] as const;

type Props = {
  /** The tab of this page. */
  at: (typeof tabs)[number]['at'];
  actions?: ReactNode;
  children: ReactNode;
};

/** A page of /security with the links to its sisters. */
export function SecurityPage({ at, actions, children }: Props) {
  const may = useCurrentSession()?.may ?? [];
  return (
    <Screen title="Security" actions={actions}>
      <nav className={classes.tabs} aria-label="Security">
        {tabs
          .filter(({ needs }) => may.includes(needs))
          .map((tab) => (
            <Link
              key={tab.at}
              {...tab.to}
              className={classes.tab}
              activeOptions={{ exact: true }}
              aria-current={tab.at === at ? 'page' : undefined}
              ref={tab.at === at ? showTab : null}
            >
              {tab.label}
            </Link>
          ))}
      </nav>
      {children}
    </Screen>
  );
}

/** On a phone the tabs are wider than the screen. */
function showTab(tab: HTMLAnchorElement | null): void {
  const list = tab?.parentElement;
  if (tab && list) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

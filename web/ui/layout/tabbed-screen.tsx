import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { Screen } from './screen.tsx';
import classes from './tabbed-screen.module.css';

type Tab<At extends string> = {
  at: At;
  label: string;
  /** The right that the page needs. */
  needs: string;
  to: PageLink;
};

type Props<At extends string> = Omit<ComponentProps<typeof Screen>, 'children'> & {
  title: string;
  tabs: readonly Tab<At>[];
  /** The tab of this page. */
  at: At;
  children: ReactNode;
};

/** One of several pages with the links to its sisters. */
export function TabbedScreen<At extends string>({ tabs, at, children, ...screen }: Props<At>) {
  const may = useCurrentSession()?.may ?? [];
  return (
    <Screen {...screen}>
      <nav className={classes.tabs} aria-label={screen.title}>
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

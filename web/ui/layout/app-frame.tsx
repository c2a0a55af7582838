import { Drawer } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { site } from '../../kernel/site.ts';
import { BrandLogo } from '../navigation/brand-logo.tsx';
import classes from './app-frame.module.css';

type Props = {
  /** Above everything: the acting strip and the offline strip. */
  strips: ReactNode;
  search: ReactNode;
  /** At the right of the top bar. */
  tools: ReactNode;
  menu: ReactNode;
  /** At the right of the foot, which stays visible while the page scrolls. */
  help: ReactNode;
  children: ReactNode;
};

const BAR_HEIGHT = 56;
const YEAR = new Date().getFullYear();

/** The frame around every page behind the login. */
export function AppFrame({ strips, search, tools, menu, help, children }: Props) {
  const [menuOpen, setMenuOpen] = useState(false);
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => setMenuOpen(false), [path]);
  // Strips appear and disappear above the bar; the menu's position follows their height.
  const top = useElementSize<HTMLDivElement>();
  // @NOTE React's types do not include CSS variables.
  const frameTop = { '--frame-top': `${top.height || BAR_HEIGHT}px` } as CSSProperties;

  return (
    <div className={classes.frame} style={frameTop}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <div className={classes.top} ref={top.ref}>
        {strips}
        <header className={classes.bar}>
          <button
            type="button"
            className={classes.burger}
            aria-label="Menu"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
          >
            <IconMenu2 size={22} stroke={1.6} aria-hidden />
          </button>
          <Link {...linkTo(addresses.dashboard)} className={classes.home} aria-label={`${site.product}, dashboard`}>
            <BrandLogo place="bar" />
          </Link>
          {search}
          <div className={classes.tools}>{tools}</div>
        </header>
      </div>
      <div className={classes.side}>{menu}</div>
      <Drawer
        opened={menuOpen}
        onClose={() => setMenuOpen(false)}
        size={280}
        title={<BrandLogo place="bar" />}
        transitionProps={{ duration: 160 }}
        classNames={{ body: classes.drawer }}
      >
        {menu}
      </Drawer>
      <div className={classes.content}>
        <main id="main" tabIndex={-1} className={classes.main}>
          {children}
        </main>
        <footer className={classes.footer}>
          <span className={classes.rights}>
            © {YEAR}, {site.name}. {site.brand} - All Rights Reserved.
          </span>
          {help}
        </footer>
      </div>
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import { useHeadingFocus } from '../layout/use-heading-focus.ts';
import { BrandLogo } from '../navigation/brand-logo.tsx';
import classes from './full-screen-card.module.css';

export type Background = 'purplePink' | 'pinkRed';

/** The background that the page declares. */
export const PageBackground = createContext<Background>('purplePink');

type Props = {
  /** Overrides the page's background. */
  background?: Background;
  /** The page's only h1. */
  title: string;
  /** Under the title. */
  lead?: ReactNode;
  /** Wider, for sign-up forms and signing frames. */
  width?: 'narrow' | 'medium' | 'wide';
  /** The link of the logo. */
  logoTo?: PageLink;
  children?: ReactNode;
};

/** A page without the frame: one card on the site's background. */
export function FullScreenCard({ background, title, lead, width = 'narrow', logoTo, children }: Props) {
  const heading = useHeadingFocus();
  const declared = useContext(PageBackground);
  return (
    <main id="main" className={classes.ground} data-background={background ?? declared}>
      <div className={classes.card} data-width={width}>
        <div className={classes.logo}>
          {logoTo ? (
            <Link {...logoTo} className={classes.home}>
              <BrandLogo place="page" />
            </Link>
          ) : (
            <BrandLogo place="page" />
          )}
        </div>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        <div className={classes.content}>
          <NoticeBar />
          {children}
        </div>
      </div>
    </main>
  );
}

import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { linkTo } from '../actions/link.tsx';
import { NoticeBar } from '../feedback/notice-bar.tsx';
import { useHeadingFocus } from '../layout/use-heading-focus.ts';
import { BrandLogo } from '../navigation/brand-logo.tsx';
import classes from './full-screen-card.module.css';

export type Background = 'purplePink' | 'pinkRed';

/** The background its page declares. */
export const PageBackground = createContext<Background>('purplePink');

type Props = {
  /** Where it is not the one the page declares. */
  background?: Background;
  /** The page's one h1. */
  title: string;
  /** Under the title. */
  lead?: ReactNode;
  /** Wider, for sign-up forms and signing frames. */
  width?: 'narrow' | 'medium' | 'wide';
  /** Where pressing the logo leads. */
  logoTo?: string;
  children?: ReactNode;
};

/** A page on its own: one card on the site's ground. */
export function FullScreenCard({ background, title, lead, width = 'narrow', logoTo, children }: Props) {
  const heading = useHeadingFocus();
  const declared = useContext(PageBackground);
  return (
    <main id="main" className={classes.ground} data-background={background ?? declared}>
      <div className={classes.card} data-width={width}>
        <div className={classes.logo}>
          {logoTo ? (
            <Link {...linkTo({ to: logoTo })} className={classes.home}>
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

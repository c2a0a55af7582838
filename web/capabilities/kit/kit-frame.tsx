import type { ReactNode } from 'react';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { changePreferences, usePreferences } from '../../kernel/preferences.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextLink } from '../../ui/actions/link.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './kit.module.css';
import { kitTexts } from './kit.texts.ts';

/** Heading and navigation of the style guide, with switches for light or dark, comfortable or compact. */
export function KitFrame({ title, children }: { title: string; children: ReactNode }) {
  const { density, colour_scheme } = usePreferences();
  // The style guide needs no login; without a session only this browser stores the preference.
  const change = (changes: Parameters<typeof changePreferences>[0]) =>
    void changePreferences(changes).catch(() => undefined);

  return (
    <main id="main" className={classes.page}>
      <nav aria-label={kitTexts.pages} className={classes.nav}>
        {kitTexts.links.map(([path, name]) => (
          <TextLink key={path} to={linkTo(path)}>
            {name}
          </TextLink>
        ))}
      </nav>
      <Screen
        title={title}
        actions={
          <>
            <Button onClick={() => change({ colour_scheme: colour_scheme === 'dark' ? 'light' : 'dark' })}>
              {kitTexts.scheme}
            </Button>
            <Button onClick={() => change({ density: density === 'compact' ? 'comfortable' : 'compact' })}>
              {kitTexts.density}
            </Button>
          </>
        }
      >
        {children}
      </Screen>
    </main>
  );
}

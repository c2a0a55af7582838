import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { LockedCard } from '../capabilities/identity/locked-card.tsx';
import { useIsOnTop } from '../ui/overlays/open-overlays.ts';
import classes from './lock-cover.module.css';
import { texts } from './shell.texts.ts';

/** Covers a locked page until the user has proved their identity or logged out. */
export function LockCover() {
  const cover = useRef<HTMLDivElement>(null);
  // An Escape is for the cover alone, and must not close a dialog below it.
  useIsOnTop(true);
  useInertPage(cover);
  return createPortal(
    <div ref={cover} role="dialog" aria-modal="true" aria-label={texts.locked} className={classes.cover} data-lock>
      <LockedCard />
    </div>,
    document.body,
  );
}

/**
 * Takes everything else in the window, dialogs included, out of reach of the keyboard and of assistive technology. It
 * stays mounted with what was typed.
 */
function useInertPage(cover: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const hidden = new Set<HTMLElement>();
    const hide = () => {
      for (const part of document.body.children) {
        if (!(part instanceof HTMLElement) || part === cover.current || part.inert) continue;
        part.inert = true;
        hidden.add(part);
      }
    };
    const observer = new MutationObserver(hide);
    hide();
    observer.observe(document.body, { childList: true });
    return () => {
      observer.disconnect();
      for (const part of hidden) part.inert = false;
    };
  }, [cover]);
}

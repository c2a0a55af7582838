import { useEffect, useRef } from 'react';
import type { PlainPath } from '../kernel/navigation/page-path.ts';
import { hasPage } from '../kernel/navigation/page-registry.ts';
import { usePreferences } from '../kernel/preferences.ts';
import { SECOND_KEY_MS } from '../kernel/timings.ts';
import type { Shortcut } from '../ui/overlays/keyboard-help.tsx';
import { pathFor } from './go-keys.ts';
import type { MenuItem } from './menu.ts';

/** The shortcuts for a menu. */
export function shortcutsFor(menu: readonly MenuItem[]): readonly Shortcut[] {
  return shortcuts.filter(
    ({ keys: [first, second] }) => first !== 'g' || pathFor(second ?? '', menu, hasPage) !== null,
  );
}

const shortcuts: readonly Shortcut[] = [
  { keys: ['Ctrl K'], does: 'Search screens and actions' },
  { keys: ['Esc'], does: 'Close the list, then leave the search; close a menu or a modal' },
  { keys: ['/'], does: 'Filter the table on the page' },
  { keys: ['g', 'd'], does: 'Dashboard' },
  { keys: ['g', 't'], does: 'Transactions' },
  { keys: ['g', 'r'], does: 'Resource Center' },
  { keys: ['g', 'p'], does: 'Profile' },
  { keys: ['Ctrl Enter'], does: 'Submit the form in focus' },
  { keys: ['?'], does: 'This list' },
];

type Actions = { menu: readonly MenuItem[]; goTo: (path: PlainPath) => void; showHelp: () => void };

/** Shortcuts without Ctrl are off while typing and can be switched off completely (WCAG 2.1.4). */
export function useShortcuts(actions: Actions): void {
  const { shortcuts: wanted } = usePreferences();
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!wanted) return;
    let goPressedAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || hasModal()) return;
      const { menu, goTo, showHelp } = latest.current;
      const path = event.timeStamp - goPressedAt < SECOND_KEY_MS ? pathFor(event.key, menu, hasPage) : null;
      goPressedAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (path) goTo(path);
      else if (event.key === '?') showHelp();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [wanted]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'))
  );
}

function hasModal(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

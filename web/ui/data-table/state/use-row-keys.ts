import { type RefObject, useEffect } from 'react';

/**
 * Arrow keys move between rows and expand or collapse a compact line, Enter opens, Space selects, m opens the row menu.
 * Active only while the focus is inside the table and not in a field; Tab is unchanged.
 */
export function useRowKeys(place: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const listen = (event: KeyboardEvent) => {
      const target = event.target;
      if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || isTyping(target))
        return;
      const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')];
      const row = target.closest<HTMLElement>('[data-row]');
      if (act(event.key, rows, row, target)) event.preventDefault();
    };
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, [place]);
}

function act(key: string, rows: HTMLElement[], row: HTMLElement | null, target: HTMLElement): boolean {
  const at = row ? rows.indexOf(row) : -1;
  if (key === 'ArrowDown') return focus(rows[at + 1]);
  if (key === 'ArrowUp') return focus(rows[at - 1]);
  if (key === 'ArrowRight' && row === target) return press(target, '[data-row-open][aria-expanded="false"]');
  if (key === 'ArrowLeft' && row === target) return press(target, '[data-row-open][aria-expanded="true"]');
  if (key === 'm' && row) return press(row, '[data-row-menu]');
  if (key === 'Enter' && row === target) return press(row, '[data-row-link]');
  if (key === ' ' && row === target) return press(row, '[data-row-select]');
  return false;
}

function focus(row: HTMLElement | undefined): boolean {
  row?.focus();
  return row !== undefined;
}

function press(row: HTMLElement, what: string): boolean {
  const control = row.querySelector<HTMLElement>(what);
  control?.click();
  return control !== null;
}

export function isTyping(target: HTMLElement): boolean {
  return target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null;
}

import { useEffect, useRef } from 'react';

// The heading of the first page is not focused, because there was no navigation.
let anyShown = false;

/** After a navigation the new page's heading receives the focus, so that it is announced. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (anyShown && !holdsFocus(heading.current)) heading.current?.focus({ preventScroll: true });
    anyShown = true;
  }, []);
  return heading;
}

/** A page that starts with a field has already taken the focus. */
function holdsFocus(heading: HTMLElement | null): boolean {
  const main = heading?.closest('main');
  return main !== document.activeElement && main?.contains(document.activeElement) === true;
}

import { useEffect, useRef } from 'react';

// The heading of the first page is not focused: nothing has been left for it.
let anyShown = false;

/** After a navigation the focus goes to the new page's heading, which is then read out. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (anyShown && !holdsFocus(heading.current)) heading.current?.focus({ preventScroll: true });
    anyShown = true;
  }, []);
  return heading;
}

/** A page that begins with a field to type in has taken the focus already. */
function holdsFocus(heading: HTMLElement | null): boolean {
  const main = heading?.closest('main');
  return main !== document.activeElement && main?.contains(document.activeElement) === true;
}

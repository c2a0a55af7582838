import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the browser makes a print of the page: paper shows every row and column, and no controls. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    // The browser takes its picture as soon as the event is over, so the change must be on the page by then.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);

  return printing;
}

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** True while the browser prints: a print shows every row and column, and no controls. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    // The browser takes the snapshot right after the event, so the change must be rendered synchronously.
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

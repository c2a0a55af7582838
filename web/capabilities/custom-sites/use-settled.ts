import { useEffect, useState } from 'react';

/** Whether something is true, and has been for so long; what was true from the start is true at once, unless said not. */
export function useSettled(isTrue: boolean, ms: number, startsSettled = isTrue): boolean {
  const [settled, setSettled] = useState(startsSettled);
  useEffect(() => {
    if (!isTrue) return setSettled(false);
    if (settled) return;
    const timer = setTimeout(() => setSettled(true), ms);
    return () => clearTimeout(timer);
  }, [isTrue, ms, settled]);
  return isTrue && settled;
}

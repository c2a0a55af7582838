import { useEffect, useState } from 'react';

/**
 * Whether a condition has been true for `ms`. A condition that is true on mount counts at once, unless `startsSettled`
 * is false.
 */
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

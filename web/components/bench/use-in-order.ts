import { useCallback, useRef } from 'react';

/** Runs tasks one after the other, in the order of their scans: a scanner is faster than the line. */
export function useInOrder(): (task: () => Promise<void>) => void {
  const last = useRef(Promise.resolve());
  return useCallback((task) => {
    last.current = last.current.then(task).catch(() => undefined);
  }, []);
}

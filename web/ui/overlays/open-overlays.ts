import { useEffect, useId } from 'react';

const open: string[] = [];

/** Every open modal receives Escape; only the top one may handle it. */
export function useIsOnTop(opened: boolean): () => boolean {
  const id = useId();
  useEffect(() => {
    if (!opened) return;
    open.push(id);
    return () => void open.splice(open.indexOf(id), 1);
  }, [id, opened]);
  return () => open.at(-1) === id;
}

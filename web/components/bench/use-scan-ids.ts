import { useRef } from 'react';
import { newUuid } from '../../kernel/new-uuid.ts';

/**
 * Ids of scans: the same act, sent again because its answer was lost, keeps its id until the server has confirmed it, so
 * that it counts once.
 */
export function useScanIds() {
  const last = useRef<{ act: string; id: string } | null>(null);
  return {
    idFor(act: unknown): string {
      const text = JSON.stringify(act);
      if (last.current?.act !== text) last.current = { act: text, id: newUuid() };
      return last.current.id;
    },
    confirm(): void {
      last.current = null;
    },
  };
}

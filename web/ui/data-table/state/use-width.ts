import { useMediaQuery } from '@mantine/hooks';
import type { Priority } from './column.ts';

/** Below 768 px a row is a card; from 1200 px on all columns fit. */
export function useRoom(): { cards: boolean; priority: Priority } {
  const table = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const wide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  return { cards: !table, priority: wide ? 3 : table ? 2 : 1 };
}

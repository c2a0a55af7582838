import { useLocation, useNavigate } from '@tanstack/react-router';
import { parseSearchRecord } from '../../../kernel/navigation/search-record.ts';

/** The open tab is part of the address, so that it can be linked; Back leaves the record. */
export function useTab(names: readonly string[]): { tab: string; open: (name: string) => void } {
  const given: unknown = useLocation({ select: ({ search }) => parseSearchRecord(search).tab });
  const navigate = useNavigate();
  const first = names[0] ?? '';
  return {
    tab: names.find((name) => name === given) ?? first,
    open: (name) =>
      void navigate({
        to: '.',
        search: name === first ? {} : { tab: name },
        replace: true,
        resetScroll: false,
      }),
  };
}

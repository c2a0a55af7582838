import { useLocation, useNavigate } from '@tanstack/react-router';
import { type UserId, UserIdInPath } from '@vialkeep/contract/kernel/ids.ts';
import { parseSearchRecord } from '../../../kernel/navigation/search-record.ts';

/**
 * The user with open details is part of the list's address, so that it can be linked and opened in a tab. It is not a
 * separate history entry: Back leaves the list.
 */
export function useOpenDetails(): { id: UserId | null; open: (id: UserId) => void; close: () => void } {
  const given: unknown = useLocation({ select: ({ search }) => parseSearchRecord(search).user });
  const navigate = useNavigate();
  const id = UserIdInPath.safeParse(String(given));
  return {
    id: id.success ? id.data : null,
    open: (user) => void navigate(detailsLink(user)),
    close: () => void navigate(addressWith({})),
  };
}

/** The props of the router's link. */
export function detailsLink(id: UserId) {
  return addressWith({ user: id });
}

function addressWith(added: { user?: UserId }) {
  return {
    to: '.',
    search: (before: unknown) => {
      const { user: _closed, ...others } = parseSearchRecord(before);
      return { ...others, ...added };
    },
    state: true,
    replace: true,
    resetScroll: false,
  } as const;
}

import { useLocation, useNavigate } from '@tanstack/react-router';
import { type UserId, UserIdInPath } from '@vialkeep/contract/kernel/ids.ts';

/**
 * Which user's details stand open is part of the list's address, so that they can be linked and opened in a tab. They
 * are no page of their own: Back leaves the list.
 */
export function useOpenDetails(): { id: UserId | null; open: (id: UserId) => void; close: () => void } {
  const given: unknown = useLocation({ select: ({ search }) => wordsOf(search).user });
  const navigate = useNavigate();
  const id = UserIdInPath.safeParse(String(given));
  return {
    id: id.success ? id.data : null,
    open: (user) => void navigate(detailsLink(user)),
    close: () => void navigate(addressWith({})),
  };
}

/** What the router's own link takes. */
export function detailsLink(id: UserId) {
  return addressWith({ user: id });
}

function addressWith(added: { user?: UserId }) {
  return {
    to: '.',
    search: (before: unknown) => {
      const { user: _closed, ...others } = wordsOf(before);
      return { ...others, ...added };
    },
    state: true,
    replace: true,
    resetScroll: false,
  } as const;
}

// Pages are composed from lists at run time, so the router's types know no search of any page.
function wordsOf(search: unknown): Record<string, unknown> {
  return typeof search === 'object' && search !== null ? { ...search } : {};
}

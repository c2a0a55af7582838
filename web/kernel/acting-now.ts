import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Acting, SessionUser } from '@vialkeep/contract/session.ts';

/**
 * Somebody works in another's account. `viewing_as` is S-05: the token is still the administrator's own and only the
 * stored user is another's.
 */
export type ActingNow = {
  kind: Acting['kind'] | 'viewing_as';
  /** In whose account, as people say it: staff work in a company's, an administrator in a person's. */
  whose: string;
  /** Whom going back returns to. */
  home: UserId;
};

/** From the session's own answer. The cookie only tells that a differing stored user is wanted and not left over. */
export function actingNow(
  session: { user: Pick<SessionUser, 'id'>; acting: Acting | null } | null,
  stored: Pick<SessionUser, 'id' | 'username' | 'company'> | null,
  superAdminCookie: string | null,
): ActingNow | null {
  if (!session || !stored) return null;
  const name = stored.username || 'User';
  if (session.acting) {
    const { kind, by } = session.acting;
    return { kind, whose: kind === 'staff_access' ? stored.company || name : name, home: by.id };
  }
  if (superAdminCookie && stored.id !== session.user.id) {
    return { kind: 'viewing_as', whose: name, home: session.user.id };
  }
  return null;
}

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
  /** When an administrator's hour is over; null for staff, who work by the day. */
  until: string | null;
};

type Known = {
  user: Pick<SessionUser, 'id'>;
  acting: Acting | null;
  viewing: { user_id: UserId; until: string } | null;
};

/** As much as the strip above everything says. */
export type ActingSign = Pick<ActingNow, 'kind' | 'whose'>;

/** From the session's own answer. The cookie only tells that a differing stored user is wanted and not left over. */
export function actingNow(
  session: Known | null,
  stored: Pick<SessionUser, 'id' | 'username' | 'company'> | null,
  superAdminCookie: string | null,
): ActingNow | null {
  if (!session || !stored) return null;
  if (session.acting) {
    const { kind, by, until } = session.acting;
    return { kind, whose: whoseOf(kind, stored), home: by.id, until: kind === 'login_as' ? until : null };
  }
  if (superAdminCookie && stored.id !== session.user.id) {
    const { viewing, user } = session;
    const until = viewing?.user_id === stored.id ? viewing.until : null;
    return { kind: 'viewing_as', whose: whoseOf('viewing_as', stored), home: user.id, until };
  }
  return null;
}

/** What the cookies let expect before the session has answered. It is no claim: they can be set by hand. */
export function expectedActing(
  stored: Pick<SessionUser, 'username' | 'company'>,
  cookies: { staff: string | null; superAdmin: string | null },
): ActingSign | null {
  if (cookies.staff) return { kind: 'staff_access', whose: whoseOf('staff_access', stored) };
  if (cookies.superAdmin) return { kind: 'login_as', whose: whoseOf('login_as', stored) };
  return null;
}

function whoseOf(kind: ActingNow['kind'], { username, company }: Pick<SessionUser, 'username' | 'company'>): string {
  const name = username || 'User';
  return kind === 'staff_access' ? company || name : name;
}

import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Acting, SessionUser } from '@vialkeep/contract/session.ts';

/**
 * An acting session. With `viewing_as` the token is still the administrator's and only the stored user is replaced
 * (S-05).
 */
export type ActingNow = {
  kind: Acting['kind'] | 'viewing_as';
  /** The account's display name: a company for staff, a person for administrators. */
  whose: string;
  /** The user to whom 'Go back' returns. */
  home: UserId;
  /** When an administrator's hour ends; null for staff, whose access lasts for the day. */
  until: string | null;
};

type Known = {
  user: Pick<SessionUser, 'id'>;
  acting: Acting | null;
  viewing: { user_id: UserId; until: string } | null;
};

/** What the acting strip shows. */
export type ActingSign = Pick<ActingNow, 'kind' | 'whose'>;

/**
 * Derived from the session's answer. The cookie only shows that a differing stored user is intended and not left over.
 */
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

/** A guess from the cookies until the session answers. Cookies can be set by hand, so it grants nothing. */
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

import { COOKIE_LIFE_MS } from '../timings.ts';

/** Cookies of the session. They are for display only: no call is decided by them (S-05, S-07). */
export const sessionCookies = [
  'superAdmin',
  'superAdminID',
  'HCStaffAccess',
  'HCStaffIdUsed',
  'HCStaffNameUsed',
  'HCStaffEmailUsed',
  'HCStaffTemplateId',
] as const;

export type SessionCookie = (typeof sessionCookies)[number];

export function readCookie(name: SessionCookie): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : decoded(found.slice(name.length + 1));
}

export function writeCookie(name: SessionCookie, value: string): void {
  const expires = new Date(Date.now() + COOKIE_LIFE_MS).toUTCString();
  document.cookie = `${name}=${encodeURIComponent(value)}; expires=${expires}; ${attributes()}`;
}

export function removeCookies(names: readonly SessionCookie[] = sessionCookies): void {
  for (const name of names) document.cookie = `${name}=; max-age=0; ${attributes()}`;
}

function attributes(): string {
  return `path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
}

// Anybody can put a broken escape into a cookie by hand; that must not break the page.
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

import { COOKIE_LIFE_MS } from '../timings.ts';

/** The session's cookies. They are for display only: the server does not authorise by them (S-05, S-07). */
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
  return found === undefined ? null : decodeCookieValue(found.slice(name.length + 1));
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

// A cookie can contain an invalid escape; it must not break the page.
function decodeCookieValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

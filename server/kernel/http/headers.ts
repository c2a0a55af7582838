/** Sent with every answer. A page can only connect to its own site. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** Sent over https only, because browsers ignore it otherwise (T68). */
export const strictTransportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const;

/**
 * Allows frames of the product itself and of an external signing provider, if there is one (S-36). Of the scripts
 * inside a page it allows those with these hashes.
 */
export function contentSecurityPolicy(frames: readonly string[] = [], scriptHashes: readonly string[] = []): string {
  const scripts = ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' ');
  return [...directives, scripts, ["frame-src 'self'", ...frames].join(' ')].join('; ');
}

const directives = [
  "default-src 'self'",
  // Mantine sets its variables in style elements and attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
];

/** For files that a browser displays, inside the product's pages or alone. */
export const shownFilePolicy = "default-src 'none'; frame-ancestors 'self'; sandbox";

/** For data: nothing in it may ever execute. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sent with everything. Strict enough that a page can only talk to its own site. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** T68: said over https only, the one way by which a browser believes it. */
export const strictTransportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const;

/** S-36: frames are our own, and those of an outside provider of signatures where there is one. */
export function contentSecurityPolicy(frames: readonly string[] = []): string {
  return [...directives, ["frame-src 'self'", ...frames].join(' ')].join('; ');
}

const directives = [
  "default-src 'self'",
  "script-src 'self'",
  // Mantine places its variables in style elements and attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
];

/** For files that a browser shows: within our own pages or by themselves. */
export const shownFilePolicy = "default-src 'none'; frame-ancestors 'self'; sandbox";

/** For answers that are data: nothing in them may ever run. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

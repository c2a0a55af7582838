/** Sent with everything. Strict enough that a page can only talk to its own site. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'SAMEORIGIN',
} as const;

export const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  // Mantine places its variables in style elements and attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
].join('; ');

/** For answers that are data: nothing in them may ever run. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sent with every answer. A page can only connect to its own site. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** Sent with pages in place of the general one: at the bench a page reads codes with the camera. */
export const pagePermissions = securityHeaders['permissions-policy'].replace('camera=()', 'camera=(self)');

/** For the worker that reads codes, which compiles WebAssembly; the pages' own policy does not allow that. */
export const codeReaderPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Sent over https only, because browsers ignore it otherwise (T68). */
export const strictTransportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const;

export type OutsideParties = {
  /** Frames of an external signing provider, if there is one (S-36). */
  readonly frames?: readonly string[];
  /** Hosts that a page calls: the payment gateway, which exchanges cards for tokens. */
  readonly calls?: readonly string[];
};

/** Allows what belongs to the product itself, these parties outside, and of the scripts inside a page those by hash. */
export function contentSecurityPolicy(
  { frames = [], calls = [] }: OutsideParties = {},
  scriptHashes: readonly string[] = [],
): string {
  const own = (directive: string, ...more: readonly string[]) => [directive, "'self'", ...more].join(' ');
  const scripts = own('script-src', ...scriptHashes.map((hash) => `'${hash}'`));
  return [...directives, own('connect-src', ...calls), scripts, own('frame-src', ...frames)].join('; ');
}

const directives = [
  "default-src 'self'",
  // Mantine sets its variables in style elements and attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "frame-ancestors 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
];

/** For files that a browser displays, inside the product's pages or alone. */
export const shownFilePolicy = "default-src 'none'; frame-ancestors 'self'; sandbox";

/** For data: nothing in it may ever execute. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

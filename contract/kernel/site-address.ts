import { z } from 'zod';

// At least two labels of letters, digits and hyphens, the last beginning with a letter. That excludes IP addresses,
// ports, user names, paths and every character with a meaning in a configuration file.
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** True for a complete host name in its ASCII form and nothing else (T55). */
export function isHostName(host: string): boolean {
  return HOST.test(host);
}

/** Names that do not resolve on the public internet (RFC 2606, 6761, 6762, 7686, 8375, 9476). */
const NOT_PUBLIC = ['local', 'internal', 'lan', 'home.arpa', 'arpa', 'example', 'invalid', 'onion', 'alt'];
/** Not public either, but allowed for local trials. */
const FOR_TRYING = ['localhost', 'test'];

export function isForTrying(host: string): boolean {
  return endsIn(host, FOR_TRYING);
}

export function isPublicName(host: string): boolean {
  return !endsIn(host, [...FOR_TRYING, ...NOT_PUBLIC]);
}

function endsIn(host: string, endings: readonly string[]): boolean {
  return endings.some((ending) => host === ending || host.endsWith(`.${ending}`));
}

const RULE = 'Enter https:// and a host name, without a port or a path.';

/**
 * 'https://clinic.example.org' → 'clinic.example.org'. Compares the text, because a URL parser would silently correct
 * wrong input.
 */
export const SiteAddress = z
  .string('URL is required.')
  .trim()
  .min(1, 'URL is required.')
  .max(300, 'At most 300 characters.')
  .refine((address) => isHostName(hostIn(address)), RULE)
  .transform(hostIn);

function hostIn(address: string): string {
  const [, host = ''] = /^https:\/\/([^/]*)\/?$/i.exec(address) ?? [];
  return host.toLowerCase();
}

import { z } from 'zod';

// Labels of letters, digits and hyphens, at least two of them, the last beginning with a letter: no address of a
// machine in any spelling, no port, nobody's name, no path, nothing that a configuration file could read as its own.
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** T55: whether this is a whole host name and nothing else, in its ASCII form. */
export function isHostName(host: string): boolean {
  return HOST.test(host);
}

/** Names that lead to nothing outside a network of one's own (RFC 2606, 6761, 6762, 7686, 8375, 9476). */
const NOT_PUBLIC = ['local', 'internal', 'lan', 'home.arpa', 'arpa', 'example', 'invalid', 'onion', 'alt'];
/** The same, but good enough to try the product with. */
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

/** 'https://clinic.example.org' → 'clinic.example.org'. Read as text: what a parser would make right stays wrong. */
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

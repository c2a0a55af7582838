import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';

// Formats of the settings. A message repeats the value only where it cannot be a secret.

export function whole(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .trim()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most, {
      error: ({ input }) => `${rule}, not “${String(input)}”`,
    })
    .transform(Number);
}

const MOST_WORKERS = 64;
export const MOST_AUTOMATIC_WORKERS = 8;

/** The number of processes: a number, or one for each core that this process may use. */
export function workerCount() {
  return z
    .string()
    .trim()
    .refine(
      (value) => value === 'auto' || (/^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_WORKERS),
      {
        error: ({ input }) => `must be auto or a whole number from 1 to ${MOST_WORKERS}, not “${String(input)}”`,
      },
    )
    .transform((value) =>
      value === 'auto' ? Math.min(availableParallelism(), MOST_AUTOMATIC_WORKERS) : Number(value),
    );
}

export function onOff() {
  return z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => Object.hasOwn(SWITCH, value), {
      error: ({ input }) => `must be on or off, not “${String(input)}”`,
    })
    .transform((value) => SWITCH[value] === true);
}

const SWITCH: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  1: true,
  off: false,
  false: false,
  no: false,
  0: false,
};

export function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, { error: ({ input }) => `must be one of ${words.join(', ')}, not “${String(input)}”` });
}

export function word() {
  return z.string().trim().min(1, 'must not be empty').max(1_000, 'is too long');
}

export function url(...schemes: readonly string[]) {
  const rule = `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  return z
    .string()
    .trim()
    .refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}//`)) && isAddressable(value), rule);
}

/** PostgreSQL allows an empty host after the user, which the URL standard does not. */
function isAddressable(value: string): boolean {
  return !/\s/.test(value) && URL.canParse(value.replace('@/', '@localhost/'));
}

export function mailbox() {
  return z
    .string()
    .trim()
    .regex(/^(?:[^<>"@]+ <[^\s@<>"]+@[^\s@<>"]+>|[^\s@<>"]+@[^\s@<>"]+)$/, 'must be an e-mail address');
}

export function list() {
  return z.string().transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
}

export function addresses() {
  return list().refine(
    (parts) => parts.every(isAddress),
    'must be a list of IP addresses or ranges with commas between',
  );
}

/** The names by which ACCEPT_UNSAFE accepts what production refuses otherwise. */
export const unsafeNames = ['payments', 'card-numbers', 'http', 'mail', 'proxy', 'demo'] as const;

export type UnsafeName = (typeof unsafeNames)[number];

export function unsafeList() {
  const rule = `must be a list of ${unsafeNames.join(', ')} with commas between`;
  const name = z.enum(unsafeNames, { error: ({ input }) => `${rule}, and not of “${String(input)}”` });
  return list().pipe(z.array(name));
}

export function isNameServer(part: string): boolean {
  const [, address = '', port = '53'] = /^([\d.]+)(?::(\d{1,5}))?$/.exec(part) ?? [];
  return (isIP(address) === 4 && Number(port) < 65_536) || isIP(part) === 6;
}

function isAddress(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
}

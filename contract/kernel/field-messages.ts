import { z } from 'zod';

/** The message of a union without its own message; the message of its nearest shape says more. */
export const FITS_NO_SHAPE = 'Enter this in another way.';

type Issue = z.core.$ZodRawIssue;

/**
 * Replaces the default zod messages by sentences that say what to enter: they appear in answers and beside form fields.
 * `route.ts` and `text.ts` call it, so it applies to every shape of the contract.
 */
export function speakToPeople(): void {
  z.config({ customError: wordsFor });
}

function wordsFor(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'custom') return isRequired(issue.path ?? []);
  switch (issue.code) {
    case 'invalid_type':
      return describeExpectedType(issue);
    case 'too_small':
      return atLeast(issue);
    case 'too_big':
      return atMost(issue);
    case 'invalid_value':
      return `${issue.values.length === 1 ? 'Enter' : 'Choose one of'} ${formatValues(issue.values)}.`;
    case 'invalid_format':
      return formats[issue.format] ?? 'Check how this is written.';
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Leave out ${formatValues(issue.keys)}.`;
    default:
      return FITS_NO_SHAPE;
  }
}

/** 'first_name' → 'First name is required.' A list item gets the name of its list. */
export function isRequired(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ')
    .toLowerCase()
    .replace(/(?<=.) (?:id|desc)$/, '')
    .replace(/^hc\b/, 'harvest center')
    .replace(/^doc\b/, 'document');
  return words === '' ? 'This is required.' : `${words.charAt(0).toUpperCase()}${words.slice(1)} is required.`;
}

function describeExpectedType({ expected, input, path = [] }: Extract<Issue, { code: 'invalid_type' }>): string {
  if (expected === 'object' && path.length === 0) return 'Send the fields by their names.';
  return Array.isArray(input) ? 'Enter one value.' : (types[expected] ?? FITS_NO_SHAPE);
}

const types: Readonly<Record<string, string>> = {
  string: 'Enter a text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Enter a list.',
  tuple: 'Enter a list.',
  object: 'Enter each of its fields.',
  record: 'Enter each of its fields.',
};

const formats: Readonly<Record<string, string>> = {
  date: 'Enter a date.',
  datetime: 'Enter a date and a time.',
  email: 'Enter an e-mail address.',
  url: 'Enter a web address.',
};

type Bounded<Code extends 'too_small' | 'too_big'> = Extract<Issue, { code: Code }>;

function atLeast({ origin, minimum, inclusive }: Bounded<'too_small'>): string {
  if (origin === 'string') return `Enter at least ${minimum} characters.`;
  if (origin === 'array') return `Choose at least ${minimum}.`;
  return inclusive === false ? `Enter more than ${readable(minimum)}.` : `Enter ${readable(minimum)} or more.`;
}

function atMost({ origin, maximum, inclusive }: Bounded<'too_big'>): string {
  if (origin === 'string') return `At most ${maximum} characters.`;
  if (origin === 'array') return `At most ${maximum} of them.`;
  return inclusive === false ? `Enter less than ${readable(maximum)}.` : `Enter ${readable(maximum)} or less.`;
}

function readable(bound: number | bigint): string {
  return bound.toLocaleString('en-US');
}

function formatValues(values: readonly unknown[]): string {
  return values.map(String).join(', ');
}

import { FITS_NO_SHAPE, isRequired } from '@vialkeep/contract/kernel/field-messages.ts';
import { nothing, type Received, type Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';
import { refuse } from './refuse.ts';

/** Most calls take no query and no body; this avoids parsing nothing. */
const UNASKED = { success: true, data: Object.freeze({}), error: undefined } as const;

type Raw = { params: unknown; query: unknown; body: unknown };

/** Validates the input with the route's schemas; refuses with every field that does not fit. */
export function parseInput<R extends Route>(route: R, raw: Raw): Received<R> {
  // A malformed path names no existing record, so it answers 404.
  const params = route.params.safeParse(raw.params);
  if (!params.success) throw refuse('not_found');

  const query = route.query === nothing ? UNASKED : route.query.safeParse(withoutEmpty(raw.query));
  const body = route.body === nothing && raw.body === undefined ? UNASKED : route.body.safeParse(raw.body ?? {});
  if (!query.success || !body.success) {
    const fields = { ...fieldsOf(query.error), ...fieldsOf(body.error) };
    const isIncomplete = Object.keys(fields).some((name) => isLeftOut(raw.body, name));
    const message = isIncomplete && route.whenMissing ? route.whenMissing : sentence(fields);
    throw refuse('invalid_input', { fields, message });
  }

  // @NOTE the three schemas belong to this route; the type of safeParse is lost in the generic.
  return { params: params.data, query: query.data, body: body.data } as Received<R>;
}

/** An empty query parameter counts as absent (C-39). */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => name !== '' && value !== ''));
}

function fieldsOf(error: z.ZodError | undefined): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of (error?.issues ?? []).flatMap(closest)) {
    const name = issue.path.join('.') || 'body';
    fields[name] ??= issue.message;
  }
  return fields;
}

/**
 * Reports a value that fits no shape of a union in the contract's words; without such words, the errors of the closest
 * shape.
 */
function closest(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0 || issue.message !== FITS_NO_SHAPE) return [issue];
  const told = issue.errors.filter((candidate) => !candidate.every(wantsNothing));
  const nearest = (told.length > 0 ? told : issue.errors).reduce((best, candidate) =>
    candidate.length < best.length ? candidate : best,
  );
  return nearest.map((inner) => buildPlacedIssue(inner, [...issue.path, ...inner.path])).flatMap(closest);
}

/** Skips the shape for an empty value, which does not help a user who has entered something. */
function wantsNothing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_value' && issue.values.length === 1 && issue.values[0] === '';
}

/** Inside a union an issue lacks the full path of its field. */
function buildPlacedIssue(issue: z.core.$ZodIssue, path: PropertyKey[]): z.core.$ZodIssue {
  const message = issue.message === isRequired([]) ? isRequired(path) : issue.message;
  return { ...issue, path, message };
}

/** A form sends an empty field as undefined, null or blanks. */
function isLeftOut(body: unknown, name: string): boolean {
  const value: unknown =
    typeof body === 'object' && body !== null ? new Map(Object.entries(body)).get(name) : undefined;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function sentence(fields: Record<string, string>): string | undefined {
  const messages = Object.values(fields);
  return messages.length === 1 ? messages[0] : undefined;
}

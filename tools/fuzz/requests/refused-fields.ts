import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';

const JSON_LIMIT_BYTES = 256 * 1024;
const POISON = /"(?:_|\\u005f){2}proto(?:_|\\u005f){2}"|"constructor"/;

type Sent = {
  /** Null if the URL is ambiguous. */
  readonly query: Readonly<Record<string, unknown>> | null;
  /** The body as sent; null if there is none. */
  readonly text: string | null;
};

/**
 * Returns the top-level names of the fields that the contract's schemas refuse, none if the input is valid. Returns
 * null if the server may refuse the request before the schema check.
 */
export function refusedFields(route: Route, { query, text }: Sent): ReadonlySet<string> | null {
  if (query === null) return null;
  const body = text === null ? {} : readable(text);
  if (body === undefined) return null;
  const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const wrong = new Set<string>();
  try {
    addNames(route.query.safeParse(given).error?.issues ?? [], wrong);
    addNames(route.body.safeParse(body ?? {}).error?.issues ?? [], wrong);
  } catch {
    // A schema that throws also fails on the server, which the request then shows.
    return null;
  }
  return wrong;
}

function readable(text: string): unknown {
  if (text.trim() === '' || Buffer.byteLength(text) > JSON_LIMIT_BYTES || POISON.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A refusal may name a field of any member of a union that does not match. */
function addNames(issues: readonly z.core.$ZodIssue[], names: Set<string>): void {
  for (const issue of issues) {
    names.add(String(issue.path[0] ?? 'body'));
    if (issue.code !== 'invalid_union' || issue.path.length > 0) continue;
    for (const inner of issue.errors) addNames(inner, names);
  }
}

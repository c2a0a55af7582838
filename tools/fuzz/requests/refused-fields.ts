import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';

const JSON_LIMIT_BYTES = 256 * 1024;
const POISON = /"(?:_|\\u005f){2}proto(?:_|\\u005f){2}"|"constructor"/;

type Sent = {
  /** Nothing where the address does not say plainly what was asked. */
  readonly query: Readonly<Record<string, unknown>> | null;
  /** The body as it is sent; nothing where there is none. */
  readonly text: string | null;
};

/**
 * Which fields the contract's schemas refuse, each by its first name: none where the input fits. Nothing where it may be
 * refused before anybody compares it with a schema.
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
    // A schema that breaks breaks the server too, which is what it is sent for.
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

/** Of several shapes that do not fit, any may be told. */
function addNames(issues: readonly z.core.$ZodIssue[], names: Set<string>): void {
  for (const issue of issues) {
    names.add(String(issue.path[0] ?? 'body'));
    if (issue.code !== 'invalid_union' || issue.path.length > 0) continue;
    for (const inner of issue.errors) addNames(inner, names);
  }
}

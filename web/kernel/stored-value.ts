import type { z } from 'zod';

/** What a browser storage holds under a key, if it is of this shape; else what to take instead. */
export function readStored<Value>(
  storage: () => Pick<Storage, 'getItem'>,
  key: string,
  shape: z.ZodType<Value>,
  otherwise: Value,
): Value {
  try {
    const kept = shape.safeParse(JSON.parse(storage().getItem(key) ?? 'null'));
    return kept.success ? kept.data : otherwise;
  } catch {
    // Storage may be forbidden, and anybody may have written anything into it.
    return otherwise;
  }
}

import type { z } from 'zod';

/** The value under a storage key if it matches the schema; else the fallback. */
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
    // Storage may be disabled, and its contents may be invalid.
    return otherwise;
  }
}

import { z } from 'zod';

/** Documented clients send '' for a cleared select or date; it is read as null. */
export function orEmpty<Shape extends z.ZodType>(shape: Shape, message?: string) {
  return z.union([shape.nullable(), z.literal('').transform(() => null)], message);
}

/** The same for an object: {} or an object whose named fields are all empty is read as null. */
export function orBlank<Shape extends z.ZodType>(shape: Shape, toldBy: readonly string[]) {
  const blank = z.object(Object.fromEntries(toldBy.map((name) => [name, z.literal('').nullish()])));
  return z.union([shape.nullable(), blank.transform(() => null)]);
}

import { z } from 'zod';

/** What a form may leave empty: documented clients send '' for a select or a date that was cleared, and it means null. */
export function orEmpty<Shape extends z.ZodType>(shape: Shape, message?: string) {
  return z.union([shape.nullable(), z.literal('').transform(() => null)], message);
}

/** The same of an object that is told by these fields: {} or nothing but empty texts in them means null. */
export function orBlank<Shape extends z.ZodType>(shape: Shape, toldBy: readonly string[]) {
  const blank = z.object(Object.fromEntries(toldBy.map((name) => [name, z.literal('').nullish()])));
  return z.union([shape.nullable(), blank.transform(() => null)]);
}

import { z } from 'zod';

/** A number that may be empty; the contract's schema validates it. */
export function buildNumberShape(schema: z.ZodType) {
  return z
    .number()
    .nullable()
    .superRefine((value, context) => {
      const message = schema.safeParse(value ?? undefined).error?.issues[0]?.message;
      if (message) context.addIssue({ code: 'custom', message });
    });
}

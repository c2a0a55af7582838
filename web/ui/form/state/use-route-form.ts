import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';

export type FormOf<Values> = UseFormReturnType<Values>;

/** A form bound to its route, whose schema validates it. */
export function useRouteForm<R extends Route>(route: R, initialValues: z.input<R['body']>): FormOf<z.input<R['body']>> {
  return useSchemaForm<R['body']>(route.body, initialValues);
}

/** The same for a form whose values are not the body of one route. */
export function useSchemaForm<S extends z.ZodType>(schema: S, initialValues: z.input<S>): FormOf<z.input<S>> {
  // @NOTE a body is always an object; the schema's type parameter is too general to say so.
  const values = initialValues as Record<string, unknown>;
  const form = useForm({
    mode: 'controlled',
    initialValues: values,
    validate: schemaResolver(schema, { sync: true }),
    // Fields clear their errors themselves when the value is valid.
    clearInputErrorOnChange: false,
  });
  // @NOTE restores the exact type of the same values.
  return form as unknown as FormOf<z.input<S>>;
}

import { z } from 'zod';
import type { Route } from './route.ts';

/** What a program sends in one call, and the answer; a file is described by its route alone. */
export type Example<R extends Route = Route> = {
  readonly params?: z.input<R['params']>;
  readonly query?: z.input<R['query']>;
  readonly body?: z.input<R['body']>;
  readonly answer?: z.input<R['answer']>;
};

export type RouteExample = { readonly route: Route; readonly example: Example };

/** Declares the example of a call. Throws where one of the call's own schemas does not accept its part. */
export function exampleOf<R extends Route>(route: R, example: Example<R>): RouteExample {
  for (const part of ['params', 'query', 'body', 'answer'] as const) {
    if (part === 'answer' && route.answersFile) continue;
    const { error } = route[part].safeParse(example[part] ?? {});
    if (error) throw new Error(`${route.method} ${route.path}: the example’s ${part}: ${z.prettifyError(error)}`);
  }
  return { route, example };
}

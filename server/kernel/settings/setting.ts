import type { z } from 'zod';

export type Values = Readonly<Record<string, string | undefined>>;

/** One setting. The default is written as in the environment, or derived from other settings. */
export type Setting<S extends z.ZodType> = {
  readonly name: string;
  readonly default: string | { readonly text: string; from(values: Values): string };
  readonly explanation: string;
  readonly shape: S;
};

export function setting<S extends z.ZodType>(
  name: string,
  fallback: Setting<S>['default'],
  explanation: string,
  shape: S,
): Setting<S> {
  return { name, default: fallback, explanation, shape };
}

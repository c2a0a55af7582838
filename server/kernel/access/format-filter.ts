import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';

/** Stands for a text that the reader typed. */
const FREE_TEXT = '(text)';

/** A day, a month or a moment. */
const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?$/;

type Input = { readonly params: unknown; readonly query: unknown };

/**
 * Compiles how the filter of a list is written into its record. Numbers, dates, booleans and the words of the contract
 * stand there as they are. A typed text does not, because it can name a person, and a record outlives their erasure (0113).
 */
export function filterFormatOf({ params, query }: Pick<Route, 'params' | 'query'>): (input: Input) => string {
  const words = new Map([...wordsByField(params), ...wordsByField(query)]);
  return (input) => {
    const fields = Object.entries({ ...(input.params as object), ...(input.query as object) });
    const shown = fields.map(([name, value]) => [name, withoutFreeText(value, words.get(name) ?? [])]);
    return fields.length === 0 ? '' : JSON.stringify(Object.fromEntries(shown));
  };
}

type Words = readonly unknown[];

function withoutFreeText(value: unknown, words: Words): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutFreeText(item, words));
  switch (typeof value) {
    case 'string':
      return value === '' || words.includes(value) || ISO_DATE.test(value) ? value : FREE_TEXT;
    case 'object':
      return value === null || value instanceof Date ? value : FREE_TEXT;
    default:
      return value;
  }
}

function wordsByField(schema: z.core.$ZodType): (readonly [string, Words])[] {
  const def = definitionOf(schema);
  if (def.type !== 'object') return [];
  return Object.entries(def.shape).map(([name, field]) => [name, listWords(field)]);
}

/** The values that the contract itself lists for a field. */
function listWords(schema: z.core.$ZodType): readonly unknown[] {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'enum':
      return Object.values(def.entries);
    case 'literal':
      return def.values;
    case 'union':
      return def.options.flatMap(listWords);
    case 'array':
      return listWords(def.element);
    case 'pipe':
      return [...listWords(def.in), ...listWords(def.out)];
    case 'nullable':
    case 'optional':
    case 'default':
    case 'prefault':
    case 'readonly':
      return listWords(def.innerType);
    default:
      return [];
  }
}

/** The schema as it was declared. */
function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  // oxlint-disable-next-line no-underscore-dangle -- Zod's name of what tools may read
  return (schema as z.core.$ZodTypes)._zod.def;
}

import { z } from 'zod';

/** Copies what the contract declares out of an answer, and nothing else; it trusts the types of the values. */
export type Picker = {
  readonly pick: (value: unknown) => unknown;
  /** The picker of one row, where the answer is a list. */
  readonly row?: Picker;
  /** The pickers of the keys, where the answer is an object. */
  readonly keys?: readonly (readonly [key: string, picker: Picker])[];
};

const asItIs: Picker = { pick: (value) => value };

/**
 * A Zod schema parses an answer by checking every value of it; a picker only copies by declared key, which gives the same
 * bytes at a fraction of the time. Parts of a schema that change their values are still parsed.
 */
export function pickerFor(schema: z.core.$ZodType): Picker {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'number':
    case 'string':
    case 'boolean':
      return def.coerce || def.checks?.some(isOverwrite) ? parsedBy(schema) : scalar(schema);
    case 'literal':
    case 'enum':
      return scalar(schema);
    case 'unknown':
      return asItIs;
    case 'nullable':
    case 'optional':
      return withoutValue(pickerFor(def.innerType));
    case 'array':
      return rowsOf(pickerFor(def.element));
    case 'object':
      return def.catchall ? parsedBy(schema) : keysOf(Object.entries(def.shape));
    default:
      return parsedBy(schema);
  }
}

/** What the schema was declared with. */
export function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  // oxlint-disable-next-line no-underscore-dangle -- Zod's name of what tools may read
  return (schema as z.core.$ZodTypes)._zod.def;
}

function isOverwrite(check: z.core.$ZodCheck): boolean {
  // oxlint-disable-next-line no-underscore-dangle -- the same
  return check._zod.def.check === 'overwrite';
}

function parsedBy(schema: z.core.$ZodType): Picker {
  return { pick: (value) => z.core.parse(schema, value) };
}

/** An object in the place of a plain value could have any keys; the schema refuses it. */
function scalar(schema: z.core.$ZodType): Picker {
  return { pick: (value) => (typeof value === 'object' && value !== null ? z.core.parse(schema, value) : value) };
}

/** A value that is null or undefined needs no picker. */
function withoutValue(inner: Picker): Picker {
  if (inner === asItIs) return asItIs;
  return { ...inner, pick: (value) => (value === null || value === undefined ? value : inner.pick(value)) };
}

function rowsOf(row: Picker): Picker {
  if (row === asItIs) return asItIs;
  return { row, pick: (value) => (value as readonly unknown[]).map(row.pick) };
}

function keysOf(shape: readonly (readonly [string, z.core.$ZodType])[]): Picker {
  const keys = shape.map(([key, schema]) => [key, pickerFor(schema)] as const);
  return {
    keys,
    pick: (value) => {
      const picked: Record<string, unknown> = {};
      const source = value as Record<string, unknown>;
      for (const [key, { pick }] of keys) {
        const one = source[key];
        if (one !== undefined) picked[key] = pick(one);
      }
      return picked;
    },
  };
}

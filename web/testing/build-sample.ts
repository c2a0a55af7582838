import type { z } from 'zod';

/** Tried in this order for a text or number whose schema demands more than its type. */
const TEXTS = [
  '',
  'sample',
  '2026-01-05',
  '2026-01-05T10:00:00.000Z',
  'sample@vialkeep.test',
  'https://vialkeep.test/',
  '10.00',
  '#0b5c6b',
  '00000000-0000-4000-8000-000000000000',
  'a'.repeat(64),
];
const NUMBERS = [0, 1, 2026];

/** A value that the schema accepts, with the given fields and empty defaults for all others. */
export function buildSample<S extends z.ZodType>(schema: S, known?: Partial<z.input<S>>): z.output<S> {
  const value = valueFor(schema);
  return schema.parse(known ? Object.assign(value ?? {}, known) : value);
}

/** The parts of zod's description of a schema; which of them are set depends on its type. */
type Description = {
  type: string;
  shape: Readonly<Record<string, z.ZodType>>;
  values: readonly unknown[];
  entries: Readonly<Record<string, unknown>>;
  options: readonly [z.ZodType];
  items: readonly z.ZodType[];
  in: z.ZodType;
  innerType: z.ZodType;
};

function valueFor(schema: z.ZodType): unknown {
  // @NOTE zod's own type of `def` names only what all schemas have.
  const def = schema.def as unknown as Description;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, valueFor(field)]));
    case 'array':
      return [];
    case 'tuple':
      return def.items.map(valueFor);
    case 'record':
      return {};
    case 'nullable':
      return null;
    case 'boolean':
      return false;
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'union':
      return valueFor(def.options[0]);
    case 'pipe':
      return valueFor(def.in);
    case 'readonly':
      return valueFor(def.innerType);
    case 'number':
      return firstAccepted(schema, NUMBERS);
    case 'string':
      return firstAccepted(schema, TEXTS);
    default:
      return undefined;
  }
}

function firstAccepted(schema: z.ZodType, candidates: readonly unknown[]): unknown {
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}

import { z } from 'zod';

/** The path of an input field, such as ['addressInfo', 'city']; '0' is the first item of a list. */
export type Field = readonly string[];

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

const DEEPEST = 3;

/** Every field of the contract's schema, including those inside objects and lists. */
export function fieldsOf(schema: z.ZodType): readonly Field[] {
  // @NOTE the library's schema type is wider than the keywords read here.
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  const found = new Map<string, Field>();
  collect(json, [], found);
  return [...found.values()];
}

function collect(schema: Schema, way: Field, found: Map<string, Field>): void {
  if (way.length > 0) found.set(way.join('.'), way);
  if (way.length === DEEPEST) return;
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    collect(branch, way, found);
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) collect(inner, [...way, name], found);
  const item = schema.prefixItems?.[0] ?? (schema.items || null);
  if (item) collect(item, [...way, '0'], found);
}

export type Json = Record<string, unknown>;

/** The body with this value in this field; missing parents are created. */
export function withField(body: Json, [name = '', ...rest]: Field, value: unknown): Json {
  if (rest.length === 0) return { ...body, [name]: value };
  const inner = body[name];
  if (rest[0] === '0') return { ...body, [name]: [rest.length === 1 ? value : withField({}, rest.slice(1), value)] };
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return { ...body, [name]: withField(isObject ? { ...inner } : {}, rest, value) };
}

export function withoutField(body: Json, [name = '', ...rest]: Field): Json {
  const { [name]: inner, ...others } = body;
  if (rest.length === 0 || typeof inner !== 'object' || inner === null || Array.isArray(inner)) return others;
  return { ...others, [name]: withoutField({ ...inner }, rest) };
}

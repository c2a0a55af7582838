import { z } from 'zod';

export type Json = Record<string, unknown>;

/** What is sent, or what is answered: a default or a transformation makes the two differ. */
type Direction = 'input' | 'output';

const REFERENCE = '#/components/schemas/';

/** Turns shapes into JSON Schema, in which the named ones are references. */
export function openNamedShapes(named: ReadonlyMap<string, z.ZodType>) {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of named) names.add(schema, { id });
  const described = { input: describeNamed(names, 'input'), output: describeNamed(names, 'output') };
  const differing = namesThatDiffer(described);
  const used = new Map<string, { name: string; io: Direction }>();

  const refer = (json: unknown, io: Direction): Json =>
    mapReferences(json, (name) => {
      const shown = io === 'input' && differing.has(name) ? `${name}Sent` : name;
      if (!used.has(shown)) used.set(shown, { name, io });
      return REFERENCE + shown;
    });

  return {
    /** The JSON Schema of a shape; a named shape is a reference. */
    describe(schema: z.ZodType, io: Direction): Json {
      // A named shape at the root would be written out, so it stands one level below.
      const { properties } = toJson(z.object({ shape: schema }), names, io);
      return refer((properties as Json).shape, io);
    },
    /** The named shapes that were referred to, and those that they refer to. */
    components(): Json {
      const components: Json = {};
      // `refer` adds to the map while it is walked.
      for (const [shown, { name, io }] of used) components[shown] = refer(described[io][name], io);
      return Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b)));
    },
  };
}

export type NamedShapes = ReturnType<typeof openNamedShapes>;

type Registry = z.core.$ZodRegistry<{ id: string }>;

function describeNamed(registry: Registry, io: Direction): Readonly<Record<string, Json>> {
  const { schemas } = z.toJSONSchema(registry, { ...options(io), metadata: registry, uri: (id) => REFERENCE + id });
  return Object.fromEntries(Object.entries(schemas).map(([name, json]) => [name, withoutFrame(json)]));
}

function toJson(schema: z.ZodType, registry: Registry, io: Direction): Json {
  return withoutFrame(z.toJSONSchema(schema, { ...options(io), metadata: registry }));
}

function options(io: Direction) {
  return { io, unrepresentable: 'any', reused: 'inline', override: refine } as const;
}

/** A client that is told of no further fields would refuse an answer of the next release. */
function refine({ jsonSchema, zodSchema }: { jsonSchema: Json; zodSchema: z.core.$ZodTypes }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  nameKeys(jsonSchema);
  const description = z.globalRegistry.get(zodSchema)?.description;
  if (description !== undefined) jsonSchema.description = description;
  // Beside the format, these patterns are hundreds of characters that say the same.
  if (jsonSchema.format === 'date' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}

/** A record whose keys are all required is an object with these fields. */
function nameKeys(schema: Json): void {
  if (schema.propertyNames === undefined || !Array.isArray(schema.required)) return;
  schema.properties = Object.fromEntries(schema.required.map((name) => [name, schema.additionalProperties]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

function withoutFrame(json: object): Json {
  const { $schema: _dialect, $id: _address, id: _name, $defs: _shapes, ...rest } = json as Json;
  return rest;
}

function namesThatDiffer({ input, output }: Readonly<Record<Direction, Readonly<Record<string, Json>>>>): Set<string> {
  const names = Object.keys(output);
  const differing = new Set(names.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])));
  for (let before = -1; before !== differing.size; ) {
    before = differing.size;
    for (const name of names) if (namesIn(input[name]).some((inner) => differing.has(inner))) differing.add(name);
  }
  return differing;
}

function namesIn(json: unknown): string[] {
  const names: string[] = [];
  mapReferences(json, (name) => {
    names.push(name);
    return name;
  });
  return names;
}

/** A copy in which each reference to a named shape is replaced; zod writes those inside one schema as `#/$defs/`. */
function mapReferences(json: unknown, replace: (name: string) => string): Json {
  const text = JSON.stringify(json, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? replace(value.slice(value.lastIndexOf('/') + 1)) : value,
  );
  // @NOTE a schema is an object, and so is its copy.
  return JSON.parse(text) as Json;
}

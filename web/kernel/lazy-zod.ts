import * as zod from 'zod/v4';

/**
 * Takes the place of `zod` in the browser: a schema is built when it is first used. A page uses a few of the contract's
 * 1,500 schemas, and building all of them was a tenth of the time to its first paint (0075).
 */
class LazySchema {
  readonly #build: () => zod.ZodType;
  #built: zod.ZodType | null = null;

  constructor(build: () => zod.ZodType) {
    this.#build = build;
  }

  get built(): zod.ZodType {
    return (this.#built ??= this.#build());
  }

  /** Zod reads only this of the schemas inside another, so a schema can contain lazy ones. */
  get _zod() {
    // oxlint-disable-next-line no-underscore-dangle -- Zod's own name
    return this.built._zod;
  }
}

/** Methods that derive another schema. */
const DERIVING = (
  'optional nullable nullish default catch readonly brand describe array refine superRefine ' +
  'check transform pipe or and min max length regex trim startsWith ' +
  'toLowerCase toUpperCase normalize int positive nonnegative multipleOf extend safeExtend omit pick ' +
  'partial required strict loose exclude extract'
).split(' ');

/** What screens read of a schema. */
const READ = ['parse', 'safeParse', 'shape', 'options', 'enum', 'element', 'unwrap', 'def', '~standard'] as const;

// @NOTE which members a schema has depends on its kind, which its declaration knows and this file does not.
type Members = { [name: string]: unknown };
const membersOf = (schema: LazySchema) => schema.built as unknown as Members;

function derive(schema: LazySchema, name: string, input: unknown[]): zod.ZodType {
  const method = membersOf(schema)[name] as (...values: unknown[]) => zod.ZodType;
  return method.apply(schema.built, input);
}

for (const name of DERIVING) {
  Object.defineProperty(LazySchema.prototype, name, {
    value(this: LazySchema, ...input: unknown[]) {
      return new LazySchema(() => derive(this, name, input));
    },
  });
}
for (const name of READ) {
  Object.defineProperty(LazySchema.prototype, name, {
    get(this: LazySchema) {
      return membersOf(this)[name];
    },
  });
}

function lazily<Input extends unknown[]>(build: (...input: Input) => zod.ZodType) {
  return (...input: Input) => new LazySchema(() => build(...input));
}

/** Named one by one, so that the bundler leaves the other parts of Zod out. */
export const z = {
  config: zod.config,
  NEVER: zod.NEVER,
  ZodError: zod.ZodError,
  string: lazily(zod.string),
  number: lazily(zod.number),
  boolean: lazily(zod.boolean),
  null: lazily(zod.null),
  never: lazily(zod.never),
  unknown: lazily(zod.unknown),
  custom: lazily(zod.custom),
  literal: lazily(zod.literal),
  enum: lazily(zod.enum),
  url: lazily(zod.url),
  uuid: lazily(zod.uuid),
  object: lazily(zod.object),
  looseObject: lazily(zod.looseObject),
  array: lazily(zod.array),
  tuple: lazily(zod.tuple),
  record: lazily(zod.record),
  union: lazily(zod.union),
  discriminatedUnion: lazily(zod.discriminatedUnion),
  preprocess: lazily(zod.preprocess),
  iso: { date: lazily(zod.iso.date), datetime: lazily(zod.iso.datetime) },
  coerce: { number: lazily(zod.coerce.number) },
};

import type { z } from 'zod';
import { UserId } from './ids.ts';

/**
 * What a call shows of a person. The position is stored, so a new kind is added at the end; `list` and the kinds after it
 * are about several people.
 */
export const readingKinds = [
  'record',
  'vials',
  'custody',
  'document list',
  'document file',
  'profile',
  'label',
  'transaction',
  'list',
  'export',
  'search',
  'log',
] as const;
export type ReadingKind = (typeof readingKinds)[number];

const aboutSeveral: ReadonlySet<ReadingKind> = new Set(['list', 'export', 'search', 'log']);

/** True where the data of one person are opened, and false where people are listed. */
export function isOpening(what: ReadingKind): boolean {
  return !aboutSeveral.has(what);
}

type Ids = readonly (number | null | undefined)[];

/** What a route shows of people; see `recordReading` of the server. */
export type Reads<Answer, Received> = {
  readonly what: ReadingKind;
  /**
   * The ids of the people whose data the answer shows, besides those that its schema names (`peopleIn`). For the kinds
   * about one person, the first is the person whose data were opened. `input` also has the account that makes the call.
   * Left out where the use case notes the people itself, which every file does.
   */
  // A method, so that routes with different answers can share a list.
  subjects?(answer: Answer, input: Received & { readonly userId: number }): Ids;
};

/** Fields that say who a person is or how their sample is doing. */
const PERSONAL = new Set([
  'name',
  'label',
  'first_name',
  'last_name',
  'username',
  'email',
  'phone_number',
  'lab_id',
  'vials_available',
  'vials_preparation',
  'date_adipose_received_by_lab',
  'ready_on',
]);

/** The field of an object that holds a person's id. */
const ID_FIELDS = ['id', 'value', 'user_id', 'user'];

type Collect = (value: unknown, add: (id: number) => void) => void;

/**
 * Compiles a function that collects the ids of the people whom an answer of this schema names: in each object with the id
 * of a user and a personal field. Null where the schema has no such object.
 */
export function peopleIn(schema: z.core.$ZodType): Collect | null {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return whereDefined(peopleIn(def.innerType));
    case 'array':
      return ofRows(peopleIn(def.element));
    case 'union':
      return allOf(def.options.map(peopleIn));
    case 'object':
      return ofObject(def.shape);
    default:
      return null;
  }
}

/** What the schema was declared with. */
function definitionOf(schema: z.core.$ZodType): z.core.$ZodTypes['_zod']['def'] {
  // oxlint-disable-next-line no-underscore-dangle -- Zod's name of what tools may read
  return (schema as z.core.$ZodTypes)._zod.def;
}

function whereDefined(inner: Collect | null): Collect | null {
  return inner && ((value, add) => (value === null || value === undefined ? undefined : inner(value, add)));
}

function ofRows(row: Collect | null): Collect | null {
  if (!row) return null;
  return (value, add) => {
    for (const item of value as readonly unknown[]) row(item, add);
  };
}

function allOf(parts: readonly (Collect | null)[]): Collect | null {
  const those = parts.filter((part) => part !== null);
  if (those.length === 0) return null;
  return (value, add) => {
    for (const part of those) part(value, add);
  };
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

function ofObject(shape: Shape): Collect | null {
  const inner = Object.entries(shape).flatMap(([key, schema]) => {
    const collect = whereDefined(peopleIn(schema));
    return collect ? [{ key, collect }] : [];
  });
  const people = personFields(shape);
  if (inner.length === 0 && people.length === 0) return null;
  return (value, add) => {
    const object = value as Readonly<Record<string, unknown>>;
    for (const { id, personal } of people) {
      const person = object[id];
      if (typeof person === 'number' && personal.some((key) => isShown(object[key]))) add(person);
    }
    for (const { key, collect } of inner) collect(object[key], add);
  };
}

/** The fields of an object that hold the id of a person, each with the fields that say something about them. */
function personFields(shape: Shape): readonly { readonly id: string; readonly personal: readonly string[] }[] {
  const ids = Object.keys(shape).filter((key) => isUserId(shape[key]));
  const own = ID_FIELDS.find((key) => ids.includes(key));
  const personal = Object.keys(shape).filter((key) => PERSONAL.has(key));
  // A flat row names a related person in a field beside the id: `patient` and `patient_desc`.
  const flat = ids.flatMap((id) => {
    const name = `${id.replace(/_id$/, '')}_desc`;
    return name in shape && definitionOf(shape[name] as z.core.$ZodType).type === 'string'
      ? [{ id, personal: [name] }]
      : [];
  });
  return [...(own !== undefined && personal.length > 0 ? [{ id: own, personal }] : []), ...flat];
}

function isUserId(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  if (schema === UserId) return true;
  const def = definitionOf(schema);
  return (def.type === 'nullable' || def.type === 'optional') && isUserId(def.innerType);
}

/** A number in place of a name says that the reader may not see it. */
function isShown(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(typeof value === 'string' && /^#\d+$/.test(value));
}

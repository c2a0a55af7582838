import { z } from 'zod';
import { definitionOf } from '../kernel/http/answers/picker.ts';

/** Returns values that a schema accepts; every object among them also has keys that its schema does not declare. */
export function generatedValues(schema: z.core.$ZodType, next: (below: number) => number): () => unknown {
  const def = definitionOf(schema);
  const ofInner = (inner: z.core.$ZodType) => generatedValues(inner, next);
  switch (def.type) {
    case 'nullable': {
      const inner = ofInner(def.innerType);
      return () => (next(4) === 0 ? null : inner());
    }
    case 'optional': {
      const inner = ofInner(def.innerType);
      return () => (next(4) === 0 ? undefined : inner());
    }
    case 'array': {
      const element = ofInner(def.element);
      return () => Array.from({ length: next(4) }, element);
    }
    case 'object': {
      const keys = Object.entries(def.shape).map(([key, inner]) => [key, ofInner(inner)] as const);
      return () => ({
        undeclared: { password_hash: 'secret' },
        ...Object.fromEntries(keys.map(([key, value]) => [key, value()])),
        [`other_${next(1_000)}`]: next(1_000),
      });
    }
    case 'union': {
      const options = def.options.map(ofInner);
      return () => options[next(options.length)]?.();
    }
    case 'record': {
      const value = ofInner(def.valueType);
      const keys = definitionOf(def.keyType);
      // A record of an enum has every key.
      if (keys.type === 'enum') {
        return () => Object.fromEntries(Object.values(keys.entries).map((key) => [key, value()]));
      }
      return () => Object.fromEntries(Array.from({ length: next(3) }, (_, n) => [`key${n}`, value()]));
    }
    default: {
      const accepted = candidates(def).filter((value) => z.core.safeParse(schema, value).success);
      if (accepted.length === 0) throw new Error(`No candidate is accepted by a schema of type ${def.type}.`);
      return () => accepted[next(accepted.length)];
    }
  }
}

function candidates(def: z.core.$ZodTypes['_zod']['def']): readonly unknown[] {
  if (def.type === 'literal') return def.values;
  if (def.type === 'enum') return Object.values(def.entries);
  return [...texts, 0, 1, 2, 12, 2026, -5, 1.5, 10.25, true, false, null];
}

const texts = [
  '',
  'text',
  ' with spaces ',
  'Ünïcode \u2028 "quoted" <b>',
  '\ud83d\ude00',
  '2026-11-17',
  '2026-11',
  '2026-11-17T10:00:00.000Z',
  'someone@vialkeep.test',
  'https://vialkeep.test/path',
  '/media/file.pdf',
  '10.25',
  '12',
  '(801) 555-0100',
  '84101',
  'Utah',
  'a'.repeat(64),
  'ABCD-1234-5',
  '123e4567-e89b-42d3-a456-426614174000',
  '#aabbcc',
];

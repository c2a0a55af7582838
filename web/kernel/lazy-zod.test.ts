import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ZodType } from 'zod/v4';

describe('Schemas in the browser', () => {
  test.each(catalogue)('every schema of $name can be built', ({ route: { params, query, body, answer } }) => {
    for (const schema of [params, query, body, answer]) expect(schema).toBeInstanceOf(ZodType);
  });

  test('a schema is built when it is first used', () => {
    // Zod reads the values of an enumeration when it builds it.
    const readValue = vi.fn(() => 'lab');
    const kinds: { lab?: 'lab' } = Object.defineProperty({}, 'lab', { enumerable: true, get: readValue });
    const schema = z.object({ kind: z.enum(kinds as { lab: 'lab' }) });
    expect(readValue).not.toHaveBeenCalled();
    expect(schema.parse({ kind: 'lab' })).toEqual({ kind: 'lab' });
    expect(readValue).toHaveBeenCalled();
  });

  test('a schema derived from others accepts what they accept', () => {
    const schema = z.object({ name: z.string().trim().max(5) }).extend({ more: z.array(z.number()).optional() });
    expect(schema.parse({ name: ' Ana ' })).toEqual({ name: 'Ana' });
    expect(schema.safeParse({ name: 'Anastasia' }).success).toBe(false);
  });
});

import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { generatedValues } from '../../../testing/generated-values.ts';
import { answerText, ROWS_A_TURN } from './answer-text.ts';
import { pickerFor } from './picker.ts';

const ANSWERS_A_ROUTE = process.env.LONG ? 1_000 : 25;
const routes = catalogue.map(({ route }) => route).filter(({ answersFile }) => !answersFile);

describe('A picked answer', () => {
  test('the text equals that of the parsed answer for every route, also with undeclared keys', async () => {
    let state = 1;
    const next = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >>> 8) % below;
    };
    for (const { answer, path } of routes) {
      const value = generatedValues(answer, next);
      const picker = pickerFor(answer);
      for (let n = 0; n < ANSWERS_A_ROUTE; n += 1) {
        const sample = value();
        const text = await answerText(picker, sample);
        expect(text, path).toBe(JSON.stringify(answer.parse(sample)));
      }
    }
    expect(routes.length).toBeGreaterThan(150);
  });

  test('values that a schema changes are parsed', () => {
    const schema = z.object({ name: z.string().trim(), count: z.coerce.number(), rest: z.looseObject({}) });
    const picked = pickerFor(schema).pick({ name: ' a ', count: '2', rest: { more: 1 }, other: 1 });
    expect(picked).toEqual({ name: 'a', count: 2, rest: { more: 1 } });
  });
});

test('an object in the place of a plain value is refused, as by the schema', () => {
  const schema = z.object({ name: z.string(), kind: z.enum(['a', 'b']), tags: z.array(z.number()) });
  const right = { name: 'x', kind: 'a', tags: [1] };
  expect(pickerFor(schema).pick(right)).toEqual(right);
  for (const wrong of [{ name: { password: 'x' } }, { kind: new Date() }, { tags: [{ id: 1 }] }]) {
    expect(() => pickerFor(schema).pick({ ...right, ...wrong })).toThrow(z.core.$ZodError);
  }
});

describe('The text of a long list', () => {
  const row = z.object({ id: z.number(), name: z.string().nullable() });
  const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: id % 3 ? `n${id}` : null }));

  test.each([0, 1, ROWS_A_TURN, ROWS_A_TURN + 1, ROWS_A_TURN * 3, 1_001])(
    'a list of %i rows has the same text as one that is written at once',
    async (count) => {
      const list = z.array(row);
      expect(await answerText(pickerFor(list), rows(count))).toBe(JSON.stringify(rows(count)));
      const page = z.object({ results: list, count: z.number(), missing: z.string().optional() });
      const answer = { results: rows(count), count, undeclared: rows(300) };
      expect(await answerText(pickerFor(page), answer)).toBe(JSON.stringify({ results: rows(count), count }));
    },
  );

  test('other work of the process is done between two slices', async () => {
    let turns = 0;
    const counted = setInterval(() => (turns += 1), 0);
    const count = () => {
      turns += 1;
      if (turns < 50) setImmediate(count);
    };
    setImmediate(count);
    await answerText(pickerFor(z.array(row)), rows(ROWS_A_TURN * 5));
    clearInterval(counted);
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});

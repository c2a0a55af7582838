import { expect, test } from 'vitest';
import { lineQuery } from './line-filters.ts';

test('the filters of the address become the query of the lines, without empty ones', () => {
  expect(
    lineQuery({ person: '7', owed: 'payable', state: 'held', month: '2026-11', due: '2026-12', domain: '' }),
  ).toEqual({
    person_id: '7',
    owed: 'payable',
    state: 'held',
    month: '2026-11',
    due: '2026-12',
  });
  expect(lineQuery({})).toEqual({});
});

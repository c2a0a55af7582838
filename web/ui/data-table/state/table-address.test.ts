import { expect, test } from 'vitest';
import { emptyAddress, readAddress, saysNothing, writeAddress } from './table-address.ts';

test('page, sort, filters and view are read from the address', () => {
  expect(readAddress({ page: 3, sort: '-date', 'f.membership': 2, 'f.tag': 'vip', view: 1 })).toEqual({
    page: 3,
    sort: { key: 'date', descending: true },
    filters: { membership: '2', tag: 'vip' },
    view: '1',
  });
});

test('an invalid address is read as the first page', () => {
  expect(readAddress({ page: 'last', sort: '', 'f.': 'x', 'f.a': { b: 1 } })).toEqual(emptyAddress);
  expect([0, -4, 1.5, '1e9', null, [2]].map((page) => readAddress({ page }).page)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a written table state is read back unchanged', () => {
  const address = {
    page: 2,
    sort: { key: 'name', descending: false },
    filters: { membership: '4', state: 'Pending' },
    view: '7',
  };
  const search = writeAddress({ 'login-as-user': true }, address);
  expect(search).toEqual({
    'login-as-user': true,
    page: 2,
    sort: 'name',
    'f.membership': 4,
    'f.state': 'Pending',
    view: 7,
  });
  expect(readAddress(search)).toEqual(address);
});

test('the first page, no sort and empty filters add nothing to the address', () => {
  expect(writeAddress({ page: 4, sort: 'x', 'f.a': 1, view: 2 }, { ...emptyAddress, filters: { a: '' } })).toEqual({});
});

test('two tables on one screen do not affect each other', () => {
  const search = writeAddress({ page: 2 }, { ...emptyAddress, page: 5, filters: { kind: 'added' } }, 'vials');
  expect(search).toEqual({ page: 2, 'vials.page': 5, 'vials.f.kind': 'added' });
  expect(readAddress(search)).toEqual({ ...emptyAddress, page: 2 });
  expect(readAddress(search, 'vials').page).toBe(5);
});

test('an address without table state is recognised as empty', () => {
  expect(saysNothing(readAddress({ documentId: 'abc' }))).toBe(true);
  expect(saysNothing(readAddress({ 'f.a': 1 }))).toBe(false);
});

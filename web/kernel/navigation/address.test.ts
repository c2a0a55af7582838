import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filledPath, queryText } from './address.ts';

test('a query omits undefined, null and empty parameters', () => {
  expect(queryText({ search: '', domain_id: null, subscription_type: undefined, limit: 30 })).toBe('?limit=30');
});

test('zero and false are sent as values in a query', () => {
  expect(queryText({ offset: 0, include_nested: false })).toBe('?offset=0&include_nested=false');
});

test('a list repeats its name and omits empty members', () => {
  expect(queryText({ order_by: ['company', '', '-id'] })).toBe('?order_by=company&order_by=-id');
});

test('a query without parameters has no question mark', () => {
  expect(queryText({})).toBe('');
  expect(queryText({ search: '' })).toBe('');
});

test('any typed text survives encoding and decoding', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (typed) => {
      expect(new URLSearchParams(queryText({ search: typed })).get('search')).toBe(typed);
    }),
  );
});

test('a path is filled in, and a parameter cannot leave its segment', () => {
  expect(filledPath('/api/v1/users/:id/', { id: 7 })).toBe('/api/v1/users/7/');
  expect(filledPath('/media/hc-logos/:hc_logo', { hc_logo: '../a b.png' })).toBe('/media/hc-logos/..%2Fa%20b.png');
});

test('a path without its parameter throws', () => {
  expect(() => filledPath('/api/v1/users/:id/', {})).toThrow('/api/v1/users/:id/ needs id');
});

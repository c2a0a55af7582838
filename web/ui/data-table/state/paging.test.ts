import { expect, test } from 'vitest';
import { nearestPage, offsetOf, pageCount } from './paging.ts';

test('F019 412 rows at 30 per page are 14 pages', () => {
  expect(pageCount(412, 30)).toBe(14);
  expect(pageCount(420, 30)).toBe(14);
  expect(pageCount(421, 30)).toBe(15);
});

test('F019 an empty list is page 1 of 1', () => {
  expect(pageCount(0, 10)).toBe(1);
});

test('F019 a page that no longer exists becomes the last one', () => {
  expect(nearestPage(9, 4)).toBe(4);
  expect(nearestPage(0, 4)).toBe(1);
  expect(nearestPage(2, 4)).toBe(2);
});

test('F019 the second page of 30 starts after 30 rows', () => {
  expect(offsetOf(1, 30)).toBe(0);
  expect(offsetOf(2, 30)).toBe(30);
});

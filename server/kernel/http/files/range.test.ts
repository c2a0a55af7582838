import { expect, test } from 'vitest';
import { parseRange } from './range.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=99-99', { first: 99, last: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=100-200', 'none'],
  ['bytes=-0', 'none'],
  // Anything but one simple range is answered with the whole file, as the specification allows.
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['items=0-5', 'whole'],
  ['bytes=0x0-9', 'whole'],
  ['bytes=1-2-3', 'whole'],
  [`bytes=${'9'.repeat(40)}-`, 'whole'],
] as const)('F078 the Range header of a file of 100 bytes, %s, requests %o', (header, part) => {
  expect(parseRange(header, 100)).toEqual(part);
});

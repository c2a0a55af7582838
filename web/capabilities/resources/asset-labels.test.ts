import { expect, test } from 'vitest';
import { itemAddress, itemLabel } from './asset-labels.ts';

const link = { type: 1, name: '', path: 'https://example.org/a' } as const;
const file = { type: 2, name: '', path: '0a.pdf' } as const;

test('F042 an item is labelled by its name, else a link by its path and a file by ‘see file’', () => {
  expect(itemLabel({ ...link, name: 'Guide' })).toBe('Guide');
  expect(itemLabel(link)).toBe('https://example.org/a');
  expect(itemLabel({ ...file, name: 'Sheet' })).toBe('Sheet');
  expect(itemLabel(file)).toBe('see file');
});

test('F042 a link opens its path, and a file opens /media/assets/{path}', () => {
  expect(itemAddress(link)).toBe('https://example.org/a');
  expect(itemAddress({ ...link, path: 'http://example.org' })).toBe('http://example.org');
  expect(itemAddress({ ...link, path: '/contact' })).toBe('/contact');
  expect(itemAddress(file)).toBe('/media/assets/0a.pdf');
  expect(itemAddress({ ...file, path: '../../dashboard' })).toBe('/media/assets/..%2F..%2Fdashboard');
});

test.each(['javascript:alert(1)', 'data:text/html,x', '//example.org', '/\\example.org', 'example.org', ''])(
  'T53 a link to %j opens nothing',
  (path) => {
    expect(itemAddress({ ...link, path })).toBeNull();
  },
);

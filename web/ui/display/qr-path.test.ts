import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { QUIET_ZONE, qrPath } from './qr-path.ts';

const link = 'https://vialkeep.test/sales-rep-registration?srid=606';

test('the path is dark exactly where the code is', () => {
  const { size, path } = qrPath(link);
  const code = encode(link, { ecc: 'M', border: QUIET_ZONE });
  expect(size).toBe(code.size);
  expect(painted(path, size)).toEqual(code.data);
});

test('four modules on every side stay light', () => {
  const { size, path } = qrPath(link);
  const inside = (place: number) => place >= QUIET_ZONE && place < size - QUIET_ZONE;
  const strays = painted(path, size).flatMap((row, y) => row.filter((dark, x) => dark && !(inside(x) && inside(y))));
  expect(strays).toEqual([]);
});

function painted(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return modules;
}

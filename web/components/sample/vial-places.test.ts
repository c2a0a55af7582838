import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rackSlots } from './vial-places.ts';

test('every vial has a place while there are enough places', () => {
  expect(rackSlots(5, 4, 60)).toEqual({ filled: 5, outlined: 4, more: 0 });
  expect(rackSlots(0, 0, 60)).toEqual({ filled: 0, outlined: 0, more: 0 });
});

test('too few places are divided, and the rest is counted', () => {
  expect(rackSlots(90, 30, 60)).toEqual({ filled: 45, outlined: 15, more: 60 });
  expect(rackSlots(1, 5000, 60)).toEqual({ filled: 1, outlined: 59, more: 4941 });
});

test('no vial is drawn twice or omitted, and both kinds stay visible', () => {
  const count = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(count, count, fc.integer({ min: 2, max: 80 }), (available, shipped, places) => {
      const { filled, outlined, more } = rackSlots(available, shipped, places);
      expect(filled + outlined + more).toBe(available + shipped);
      expect(filled + outlined).toBeLessThanOrEqual(places);
      expect(filled).toBeLessThanOrEqual(available);
      expect(outlined).toBeLessThanOrEqual(shipped);
      expect([filled > 0, outlined > 0]).toEqual([available > 0, shipped > 0]);
    }),
  );
});

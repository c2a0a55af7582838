import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

test('a message in any parts has the digest that the standard library computes', () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 12 });
  fc.assert(
    fc.property(parts, (message) => {
      const own = new Sha256();
      const known = createHash('sha256');
      for (const part of message) {
        own.add(part);
        known.update(part);
      }
      expect(own.end()).toBe(known.digest('hex'));
    }),
  );
});

test.each([0, 55, 56, 63, 64, 65, 119, 120, 1_000_003])('a message of %i bytes has the known digest', (length) => {
  const message = Uint8Array.from({ length }, (_, at) => (at * 31 + 7) % 256);
  expect(new Sha256().add(message).end()).toBe(createHash('sha256').update(message).digest('hex'));
});

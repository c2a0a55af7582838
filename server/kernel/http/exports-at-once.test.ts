import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { expect, test } from 'vitest';
import { acquireExportSlot } from './exports-at-once.ts';

const [one, another] = [UserId.parse(1), UserId.parse(2)];

test('T66 a user can have at most two exports at a time, independent of other users', () => {
  const first = acquireExportSlot(one);
  const second = acquireExportSlot(one);
  expect(() => acquireExportSlot(one)).toThrow('Two of your files are still being made.');
  const others = acquireExportSlot(another);
  first();
  // Releasing a slot twice frees it once.
  first();
  const third = acquireExportSlot(one);
  expect(() => acquireExportSlot(one)).toThrow('Two of your files');
  for (const end of [second, third, others]) end();
  acquireExportSlot(one)();
});

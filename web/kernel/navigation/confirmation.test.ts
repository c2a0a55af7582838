import { expect, test, vi } from 'vitest';
import { confirmIdentity, declareConfirmation } from './confirmation.ts';

test('two concurrent calls share one confirmation, and a later call asks again', async () => {
  const replies: ((isConfirmed: boolean) => void)[] = [];
  const asked = vi.fn(() => new Promise<boolean>((resolve) => void replies.push(resolve)));
  const takeBack = declareConfirmation(asked);
  const both = Promise.all([confirmIdentity('Sign'), confirmIdentity('Change the e-mail')]);
  expect(asked.mock.calls).toEqual([[{ act: 'Sign', sendsAtOnce: false }]]);
  replies[0]?.(true);
  expect(await both).toEqual([true, true]);
  const later = confirmIdentity('Sign', true);
  expect(asked).toHaveBeenCalledTimes(2);
  replies[1]?.(false);
  expect(await later).toBe(false);
  takeBack();
});

test('without a registered screen the user has not confirmed', async () => {
  expect(await confirmIdentity('Sign')).toBe(false);
});

import { expect, test, vi } from 'vitest';
import { confirmIdentity, declareConfirmation, proveIdentity } from './confirmation.ts';

test('two concurrent calls share one confirmation, and a later call asks again', async () => {
  const replies: ((isConfirmed: boolean) => void)[] = [];
  const asked = vi.fn(() => new Promise<boolean>((resolve) => void replies.push(resolve)));
  const takeBack = declareConfirmation(asked);
  const both = Promise.all([confirmIdentity('Sign'), confirmIdentity('Change the e-mail')]);
  expect(asked.mock.calls).toEqual([[{ act: 'Sign', by: 'mailed_code', sendsAtOnce: false }]]);
  replies[0]?.(true);
  expect(await both).toEqual([true, true]);
  const later = confirmIdentity('Sign', true);
  expect(asked).toHaveBeenCalledTimes(2);
  replies[1]?.(false);
  expect(await later).toBe(false);
  takeBack();
});

test('a proof waits until the dialog of a hold has ended, and then asks by itself', async () => {
  const replies: ((isConfirmed: boolean) => void)[] = [];
  const asked = vi.fn(() => new Promise<boolean>((resolve) => void replies.push(resolve)));
  const takeBack = declareConfirmation(asked);
  const hold = confirmIdentity('Sign');
  const proof = proveIdentity('Export', ['totp']);
  await Promise.resolve();
  expect(asked).toHaveBeenCalledTimes(1);
  replies[0]?.(false);
  expect(await hold).toBe(false);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(asked.mock.calls[1]).toEqual([{ act: 'Export', by: ['totp'], sendsAtOnce: false }]);
  replies[1]?.(true);
  expect(await proof).toBe(true);
  takeBack();
});

test('without a registered screen the user has not confirmed', async () => {
  expect(await confirmIdentity('Sign')).toBe(false);
});

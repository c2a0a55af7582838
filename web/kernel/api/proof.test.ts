import { beforeEach, expect, test, vi } from 'vitest';
import { declareConfirmation } from '../navigation/confirmation.ts';
import { standInBrowser } from '../testing/browser.ts';
import { member } from '../testing/people.ts';
import { Refused } from './failure.ts';
import { sendWithProof } from './proof.ts';

standInBrowser();
const { isPageLocked, unlockPage } = await import('../session/lock.ts');
const { openSession } = await import('../session/session.ts');

const refused = (reason: string) => new Refused({ status: 409, reason, message: 'No.', methods: ['totp', 'passkey'] });
const send = vi.fn<() => Promise<string>>();

beforeEach(() => {
  send.mockReset();
  openSession({ token: 'mine', user: member() });
});

test('an act that needs a proof asks once with the ways of the refusal and is sent once more', async () => {
  const asked = vi.fn(async () => true);
  const onAsked = vi.fn();
  const takeBack = declareConfirmation(asked);
  send.mockRejectedValueOnce(refused('step_up_required')).mockResolvedValueOnce('done');
  expect(await sendWithProof('Export users', send, onAsked)).toBe('done');
  expect(asked.mock.calls).toEqual([[{ act: 'Export users', by: ['totp', 'passkey'], sendsAtOnce: false }]]);
  expect([send.mock.calls.length, onAsked.mock.calls.length]).toEqual([2, 1]);
  takeBack();
});

test('a proof that expired between the dialog and the call is not asked for again', async () => {
  const asked = vi.fn(async () => true);
  const takeBack = declareConfirmation(asked);
  send.mockRejectedValue(refused('step_up_required'));
  await expect(sendWithProof('Export users', send)).rejects.toMatchObject({ reason: 'step_up_required' });
  expect([send.mock.calls.length, asked.mock.calls.length]).toEqual([2, 1]);
  takeBack();
});

test('an act whose dialog the user cancels is not sent again', async () => {
  const takeBack = declareConfirmation(async () => false);
  send.mockRejectedValue(refused('step_up_required'));
  await expect(sendWithProof('Export users', send)).rejects.toMatchObject({ reason: 'step_up_required' });
  expect(send).toHaveBeenCalledTimes(1);
  takeBack();
});

test('two acts at once share one dialog, and each is sent once more', async () => {
  const asked = vi.fn(async () => true);
  const takeBack = declareConfirmation(asked);
  const acts = ['one', 'two'].map((name) => {
    const act = vi.fn<() => Promise<string>>();
    act.mockRejectedValueOnce(refused('step_up_required')).mockResolvedValueOnce(name);
    return act;
  });
  expect(await Promise.all(acts.map((act) => sendWithProof('Export users', act)))).toEqual(['one', 'two']);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(acts.map((act) => act.mock.calls.length)).toEqual([2, 2]);
  takeBack();
});

test('a hold and a proof that an act needs are met one after the other', async () => {
  const asked = vi.fn(async () => true);
  const takeBack = declareConfirmation(asked);
  send
    .mockRejectedValueOnce(refused('held'))
    .mockRejectedValueOnce(refused('step_up_required'))
    .mockResolvedValueOnce('done');
  expect(await sendWithProof('Sign', send)).toBe('done');
  expect(asked).toHaveBeenCalledTimes(2);
  takeBack();
});

test('a call of a locked session waits for the unlocking and is sent once more', async () => {
  send.mockRejectedValueOnce(refused('session_locked')).mockResolvedValueOnce('done');
  const answer = sendWithProof('Read', send);
  await vi.waitFor(() => expect(isPageLocked()).toBe(true));
  expect(send).toHaveBeenCalledTimes(1);
  unlockPage();
  expect(await answer).toBe('done');
});

test('an act is not repeated in the session of another user who logged in meanwhile', async () => {
  const takeBack = declareConfirmation(async () => {
    openSession({ token: 'next', user: member({ id: 77 }) });
    return true;
  });
  send.mockRejectedValue(refused('step_up_required'));
  await expect(sendWithProof('Export users', send)).rejects.toMatchObject({ reason: 'step_up_required' });
  expect(send).toHaveBeenCalledTimes(1);
  takeBack();
});

test('any other refusal is passed on without a question', async () => {
  send.mockRejectedValue(refused('not_while_acting'));
  await expect(sendWithProof('Sign', send)).rejects.toMatchObject({ reason: 'not_while_acting' });
  expect(send).toHaveBeenCalledTimes(1);
});

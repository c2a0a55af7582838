import { expect, test } from 'vitest';
import { kindsToSign, stateOfKind } from './kind-states.ts';

test('F068 a kind can be signed while one is pending or none exists, and not after all are completed', () => {
  expect(kindsToSign([])).toEqual(['attestation', 'processing', 'storage']);
  expect(
    kindsToSign([
      { kind: 'attestation', status: 'Completed' },
      { kind: 'processing', status: 'Pending' },
    ]),
  ).toEqual(['processing', 'storage']);
});

test('F068 a pending document wins over an older signed one', () => {
  const both = [
    { kind: 'storage', status: 'Completed' },
    { kind: 'storage', status: 'Pending' },
  ] as const;
  expect(stateOfKind(both, 'storage')).toBe('Pending');
  expect(stateOfKind(both.slice(0, 1), 'storage')).toBe('Completed');
  expect(stateOfKind(both, 'attestation')).toBe('none');
});

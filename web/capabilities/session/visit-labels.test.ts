import { expect, test } from 'vitest';
import { visitWords } from './visit-labels.ts';

const visit = {
  by: { name: 'Priya Raman', plan: 'Admin' },
  from: '2026-11-16T14:02:10.000Z',
  to: '2026-11-16T14:40:59.000Z',
  reason: 'Their address is wrong.',
};

test('a finished visit is described with administrator, time and reason', () => {
  expect(visitWords(visit)).toBe(
    'Priya Raman (Admin) worked in your account on 16 Nov 2026, 14:02–14:40 UTC. Reason: Their address is wrong.',
  );
});

test('a visit without a reason is described without one', () => {
  expect(visitWords({ ...visit, reason: null })).toBe(
    'Priya Raman (Admin) worked in your account on 16 Nov 2026, 14:02–14:40 UTC.',
  );
});

test('a running visit is described with its start', () => {
  expect(visitWords({ ...visit, to: null, reason: 'A label' })).toBe(
    'Priya Raman (Admin) has been working in your account since 16 Nov 2026, 14:02 UTC. Reason: A label.',
  );
});

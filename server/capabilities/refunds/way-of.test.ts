import { expect, test } from 'vitest';
import { wayOf } from './way-of.ts';

type Settlement = Parameters<typeof wayOf>[0]['settlement'];

const now = new Date('2026-11-05T12:00:00Z');
const settled = (daysAgo: number): Settlement => ({
  state: 'settled',
  settledAt: new Date(now.getTime() - daysAgo * 86_400_000),
});

test.each([
  ['all of an unsettled charge is voided', { state: 'unsettled' }, 10_000, 'void'],
  ['a part of an unsettled charge waits', { state: 'unsettled' }, 9_999, 'wait'],
  ['all of a settled charge is refunded', settled(0), 10_000, 'refund'],
  ['one cent of a settled charge is refunded', settled(1), 1, 'refund'],
  ['a charge that settled 120 days ago is refunded', settled(120), 10_000, 'refund'],
  ['a charge that settled more than 120 days ago is too old', settled(120.01), 10_000, 'too_old'],
  ['a part of such a charge is too old', settled(400), 1, 'too_old'],
  ['a charge that was voided at the gateway needs nothing more', { state: 'voided' }, 10_000, 'voided'],
  ['a charge that the gateway does not know is unknown', null, 10_000, 'unknown_charge'],
] satisfies [string, Settlement, number, string][])('%s', (_title, settlement, cents, step) => {
  expect(wayOf({ settlement, cents, chargedCents: 10_000, now })).toBe(step);
});

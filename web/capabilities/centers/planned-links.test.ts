import { CenterName } from '@vialkeep/contract/centers.ts';
import { expect, test } from 'vitest';
import { plannedLinks } from './planned-links.ts';

const [stein, harbor, barton] = [
  { id: 1014, company: 'Stein Regenerative Clinic' },
  { id: 1015, company: 'Harbor Steps Surgery' },
  { id: 1016, company: 'Barton Creek Aesthetics' },
].map((center) => CenterName.parse(center)) as [CenterName, CenterName, CenterName];

const states = (planned: Parameters<typeof plannedLinks>[0]) =>
  plannedLinks(planned).map(({ id, state }) => [id, state]);

test('F147, F148 a link that stays, one that goes and one that comes are told apart', () => {
  expect(states({ linked: [stein, harbor], pending: [], chosen: [harbor, barton] })).toEqual([
    [1014, 'ended'],
    [1015, 'linked'],
    [1016, 'added'],
  ]);
});

test('F147, F148 what was asked for is approved by being chosen and turned down by not being chosen', () => {
  expect(states({ linked: [], pending: [stein], chosen: [stein] })).toEqual([[1014, 'approved']]);
  expect(states({ linked: [harbor], pending: [stein], chosen: [harbor] })).toEqual([
    [1015, 'linked'],
    [1014, 'refused'],
  ]);
});

test('F147, F148 nothing chosen and nothing there is nothing to show', () => {
  expect(plannedLinks({ linked: [], pending: [], chosen: [] })).toEqual([]);
});

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

test('F147 F148 planned links are marked as unchanged, removed or new', () => {
  expect(states({ linked: [stein, harbor], pending: [], chosen: [harbor, barton] })).toEqual([
    [1014, 'ended'],
    [1015, 'linked'],
    [1016, 'added'],
  ]);
});

test('F147 F148 a requested link is approved if it is chosen and refused if it is not', () => {
  expect(states({ linked: [], pending: [stein], chosen: [stein] })).toEqual([[1014, 'approved']]);
  expect(states({ linked: [harbor], pending: [stein], chosen: [harbor] })).toEqual([
    [1015, 'linked'],
    [1014, 'refused'],
  ]);
});

test('F147 F148 without existing, requested or chosen centers there are no planned links', () => {
  expect(plannedLinks({ linked: [], pending: [], chosen: [] })).toEqual([]);
});

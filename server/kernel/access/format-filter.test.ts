import { listAccess } from '@vialkeep/contract/access-records.ts';
import { findUserByIdentifier } from '@vialkeep/contract/network.ts';
import { listLabPatients } from '@vialkeep/contract/patients.ts';
import { listPrivacyRequests } from '@vialkeep/contract/privacy.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { filterFormatOf } from './format-filter.ts';

describe('The filter in the record of a list', () => {
  test.each([
    ['a typed text', listUsers, {}, { search: 'Zebulina', limit: 30 }, { search: '(text)', limit: 30 }],
    ['a word of the contract as a typed text', listLabPatients, {}, { search: 'ready' }, { search: '(text)' }],
    ['a path that names a person', findUserByIdentifier, { identifier: 'x@y.test' }, {}, { identifier: '(text)' }],
    ['a typed number', findUserByIdentifier, { identifier: '0152 1234' }, {}, { identifier: '(text)' }],
  ])('%s is not kept', (_, route, params, query, kept) => {
    expect(JSON.parse(filterFormatOf(route)({ params, query }))).toEqual(kept);
  });

  test.each([
    ['numbers and the words of the contract', listLabPatients, { domain_id: 2, stage: 'ready', search: '' }],
    ['words of the contract', listPrivacyRequests, { state: 'done', kind: 'erasure', due: 'true', offset: 25 }],
    [
      'numbers and moments',
      listAccess,
      { subject_id: 1043, from: '2026-11-05T14:02:00Z', to: '2026-11-06T14:02+01:00' },
    ],
  ])('%s are kept', (_, route, query) => {
    expect(JSON.parse(filterFormatOf(route)({ params: {}, query }))).toEqual(query);
  });

  test('a list without a filter has an empty one', () => {
    expect(filterFormatOf(listUsers)({ params: {}, query: {} })).toBe('');
  });
});

import { ImportFile } from '@vialkeep/contract/imports.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../../testing/build-sample.ts';
import { mappingFor, mappingOf, withField, withValue } from './column-mapping.ts';

const column = (header: string, field: string | null) => ({ header, field, filled: 1, samples: [] });
const people = buildSample(ImportFile, {
  columns: [column('No', 'key'), column('Mail', 'email'), column('Mail 2', null)],
  value_map: { plan: { Clinic: '4' } },
  date_format: 'DD.MM.YYYY',
});

test('a field that is given to another column leaves the column that had it', () => {
  const moved = withField(mappingOf(people), 'Mail 2', 'email');
  expect(moved.columns).toEqual({ No: 'key', Mail: null, 'Mail 2': 'email' });
});

test('several columns can be left out', () => {
  const left = withField(mappingOf(people), 'Mail', null);
  expect(left.columns).toEqual({ No: 'key', Mail: null, 'Mail 2': null });
});

test('a value is matched, matched anew and released, and the others stay', () => {
  const both = withValue(mappingOf(people), 'plan', 'Donor?', '12');
  expect(both.value_map).toEqual({ plan: { Clinic: '4', 'Donor?': '12' } });
  expect(withValue(both, 'plan', 'Clinic', '').value_map).toEqual({ plan: { 'Donor?': '12' } });
  expect(withValue(both, 'product', 'Kit', '2').value_map.product).toEqual({ Kit: '2' });
});

test('a corrected file with the same headers keeps what was matched, and one with a new header does not', () => {
  expect(mappingFor(people, [column('Mail', null), column('No', null)])).toEqual({
    columns: { Mail: 'email', No: 'key' },
    value_map: { plan: { Clinic: '4' } },
    date_format: 'DD.MM.YYYY',
  });
  expect(mappingFor(people, [column('No', null), column('Phone', null)])).toBeNull();
});

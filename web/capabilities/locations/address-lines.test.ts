import { Location } from '@vialkeep/contract/locations.ts';
import { expect, test } from 'vitest';
import { cardLines, formatLocationName, labelLines } from './address-lines.ts';

const clinic = Location.parse({
  id: 7,
  location_name: 'Main clinic',
  address1: '845 Flatiron Parkway',
  address2: 'Suite 210',
  city: 'Boulder',
  state_desc: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
  default: true,
  user: 1014,
  template_id: null,
});
const bare: Location = { ...clinic, location_name: '', address2: '', zip_code: '' };

test('F085 a card shows the address below the name, with the city line in one line', () => {
  expect(formatLocationName(clinic)).toBe('Main clinic');
  expect(cardLines(clinic)).toEqual(['845 Flatiron Parkway', 'Suite 210', 'Boulder, Colorado, 80301', 'United States']);
});

test('F085 a location without a name is titled by its street, without repeated or empty lines', () => {
  expect(formatLocationName(bare)).toBe('845 Flatiron Parkway');
  expect(cardLines(bare)).toEqual(['Boulder, Colorado', 'United States']);
});

test('a label starts with the recipient and ends with the country in capitals', () => {
  expect(labelLines('Stein Regenerative Clinic', clinic)).toEqual([
    'Stein Regenerative Clinic',
    'Main clinic',
    '845 Flatiron Parkway',
    'Suite 210',
    'Boulder, Colorado 80301',
    'UNITED STATES',
  ]);
  expect(labelLines('Maria Stein', bare)).toEqual([
    'Maria Stein',
    '845 Flatiron Parkway',
    'Boulder, Colorado',
    'UNITED STATES',
  ]);
});

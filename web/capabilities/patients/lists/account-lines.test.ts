import { ListedPatient } from '@vialkeep/contract/patients.ts';
import { expect, test } from 'vitest';
import { listedPatient } from '../testing/listed-patient.ts';
import { accountLines } from './account-lines.ts';

const patient = listedPatient();

test('F044 a patient of whom nothing is written down yet has nothing but zeros and N/A', () => {
  expect(accountLines(patient)).toEqual([
    ['Vials Available', '0'],
    ['Adipose Received', 'N/A'],
    ['Est. Ready Date', 'N/A'],
    ['Vials In Sterility', '0'],
    ['Sterility Start Date', 'N/A'],
    ['Sterility End Date', 'N/A'],
    ['Sterility Complete', 'N/A'],
    ['Domain', 'Vialkeep'],
  ]);
});

test('F044 dates are shown as data, answers as words, clinics by their company', () => {
  const lines = new Map(
    accountLines({
      ...patient,
      date_adipose_received_by_lab: '2026-09-05',
      sterility_complete: false,
      vials_preparation: 6,
      hc_desc: ListedPatient.shape.hc_desc.parse([{ id: 12, company: 'North Clinic' }]),
    }),
  );
  expect(lines.get('Adipose Received')).toBe('5 Sep 2026');
  expect(lines.get('Sterility Complete')).toBe('No');
  expect(lines.get('Vials In Sterility')).toBe('6');
  expect(lines.get('Harvest Center')).toBe('North Clinic');
  expect(lines.has('Referral Harvest Center')).toBe(false);
});

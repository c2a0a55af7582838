import { TabledPatient } from '@vialkeep/contract/patients.ts';
import { expect, test } from 'vitest';
import { tabledPatient } from '../testing/listed-patient.ts';
import { accountLines } from './account-lines.ts';

const patient = tabledPatient();

test('F044 a patient without recorded data shows only zeros and N/A', () => {
  expect(accountLines(patient)).toEqual([
    ['Vials Available', '0'],
    ['Adipose Received', 'N/A'],
    ['Est. Ready Date', 'N/A'],
    ['Vials In Sterility', '0'],
    ['Sterility Start Date', 'N/A'],
    ['Sterility End Date', 'N/A'],
    ['Sterility Complete', 'N/A'],
    ['Sales Rep', 'N/A'],
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
      hc_desc: TabledPatient.shape.hc_desc.parse([{ id: 12, company: 'North Clinic' }]),
    }),
  );
  expect(lines.get('Adipose Received')).toBe('5 Sep 2026');
  expect(lines.get('Sterility Complete')).toBe('No');
  expect(lines.get('Vials In Sterility')).toBe('6');
  expect(lines.get('Harvest Center')).toBe('North Clinic');
  expect(lines.has('Referral Harvest Center')).toBe(false);
});

test('F044 a patient’s sellers are named as in the users list', () => {
  const rep = TabledPatient.shape.sales_rep.parse({ id: 31, name: 'Julian Reyes' });
  expect(new Map(accountLines({ ...patient, sales_rep: rep })).get('Sales Rep')).toBe('Julian Reyes');
});

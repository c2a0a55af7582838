import { ListedPatient } from '@vialkeep/contract/patients.ts';
import { expect, test } from 'vitest';
import { accountLines } from './account-lines.ts';

const patient = ListedPatient.parse({
  id: 1031,
  email: 'ana@example.test',
  first_name: 'Ana',
  last_name: 'Whitfield',
  date_joined: '2026-01-05T00:00:00.000Z',
  domain: { id: 1, name: 'Vialkeep' },
  lab_id: '',
  date_adipose_shipped_to_lab: null,
  date_adipose_received_by_lab: null,
  estimated_date_vials_ready_to_ship: null,
  estimated_date_set_manually: false,
  number_times_qc_done: '',
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  date_vials_ready_to_ship: null,
  vials_preparation: 0,
  hla_typing_test: null,
  sterility_start_date: null,
  sterility_end_date: null,
  sterility_complete: null,
  vials_available: 0,
  vials_shipped: 0,
  hc_desc: [],
  rhc_desc: [],
  referral_hc_desc: [],
});

test('a patient of whom nothing is written down yet has nothing but zeros and N/A', () => {
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

test('dates are shown as data, answers as words, clinics by their company', () => {
  const lines = new Map(
    accountLines({
      ...patient,
      date_adipose_received_by_lab: '2026-09-05',
      sterility_complete: false,
      vials_preparation: 6,
      hc_desc: ListedPatient.shape.hc_desc.parse([{ id: 12, company: 'North Clinic' }]),
    }),
  );
  expect(lines.get('Adipose Received')).toBe('2026-09-05');
  expect(lines.get('Sterility Complete')).toBe('No');
  expect(lines.get('Vials In Sterility')).toBe('6');
  expect(lines.get('Harvest Center')).toBe('North Clinic');
  expect(lines.has('Referral Harvest Center')).toBe(false);
});

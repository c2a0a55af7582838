import { expect, test } from 'vitest';
import { patientRecord } from '../testing/patient-record.ts';
import { buildPatientUpdate, buildPatientValues, differences, linesOf, mergedValues } from './patient-values.ts';

const before = patientRecord({ email: 'ana@example.test', first_name: 'Ana', last_name: 'Whitfield', version: 4 });

test('F057 the form sends only changed fields, with the version that they are based on', () => {
  expect(buildPatientUpdate(buildPatientValues(before), before)).toEqual({ version: 4 });
  const values = { ...buildPatientValues(before), lab_id: 'CB-1', sterility_complete: 'false' as const };
  expect(buildPatientUpdate(values, before)).toEqual({ lab_id: 'CB-1', sterility_complete: false, version: 4 });
});

test('a cleared date and a cleared center are sent as null', () => {
  const known = patientRecord({ date_adipose_shipped_to_lab: '2026-09-03' });
  const values = { ...buildPatientValues(known), date_adipose_shipped_to_lab: '' };
  expect(buildPatientUpdate(values, known)).toEqual({ date_adipose_shipped_to_lab: null, version: 1 });
});

test('after another user’s change, unsaved input stays and all other fields take the new value', () => {
  const after = patientRecord({ ...before, lab_id: 'CB-2', vials_preparation: 3, version: 5 });
  const merged = mergedValues({ ...buildPatientValues(before), vials_preparation: 7 }, before, after);
  expect(merged).toMatchObject({ lab_id: 'CB-2', vials_preparation: 7 });
  expect(differences(before, after)).toEqual([
    { label: 'Lab ID', from: '', to: 'CB-2' },
    { label: 'Vials in preparation', from: '0', to: '3' },
  ]);
});

test('booleans and days are shown in words', () => {
  const lines = new Map(
    linesOf(patientRecord({ stemcell_plating_successful: 2, hla_typing_test: 1, sterility_start_date: '2026-10-29' })),
  );
  expect(lines.get('Stemcell Plating Successful')).toBe('No');
  expect(lines.get('HLA Typing Test')).toBe('Yes');
  expect(lines.get('Sterility Start Date')).toBe('29 Oct 2026');
  expect(lines.get('Sterility Complete')).toBe('');
});

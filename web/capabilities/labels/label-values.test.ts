import { expect, test } from 'vitest';
import { bodyOf, chosenPatients, LabelValues } from './label-values.ts';

const values: LabelValues = {
  patients: [12, 13],
  other_patient_name: '',
  harvest_center_email: 'front@clinic.test',
  harvest_center_representative: 'Front Desk',
  doctor_name: '',
  doctor_email: '',
  doctor_phone: '',
  label_date: '2026-11-15',
  address1: '1 Way',
  address2: '',
  city: 'Town',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
};
const problemsOf = (changed: Partial<LabelValues>) =>
  LabelValues.safeParse({ ...values, ...changed }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('F113 the patients are sent as ids joined with commas', () => {
  expect(bodyOf(values)).toMatchObject({ patients_ids: '12,13', other_patient_name: '' });
});

test('F114 Other is sent as a name, without its 0', () => {
  const body = bodyOf({ ...values, patients: [0], other_patient_name: 'Rosalind Marsh' });
  expect(body).toMatchObject({ patients_ids: '', other_patient_name: 'Rosalind Marsh' });
  expect(bodyOf({ ...values, other_patient_name: 'left over' }).other_patient_name).toBe('');
});

test.each([
  [[12, 0], [12], [0]],
  [[0, 12], [0], [12]],
  [[0], [], [0]],
  [[12, 13], [12], [12, 13]],
])('F114 choosing %j after %j leaves %j', (now, before, chosen) => {
  expect(chosenPatients(now, before)).toEqual(chosen);
});

test.each([
  [{}, undefined],
  [{ patients: [] }, [['patients', 'Please select a patient(s)']]],
  [{ patients: [0] }, [['other_patient_name', 'Patient Name is required.']]],
  [{ doctor_email: 'nobody' }, [['doctor_email', 'Enter an e-mail address.']]],
  [{ zip_code: '' }, [['zip_code', 'Postal Code is required.']]],
])('F113 the input %j has the problems %j', (changed, problems) => {
  expect(problemsOf(changed)).toEqual(problems);
});

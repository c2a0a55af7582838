import { expect, test } from 'vitest';
import { clinicName, patientName, patientNumber, sellerName } from './patient-labels.ts';

const ana = { id: 1031, first_name: 'Ana', last_name: 'Whitfield' };

test('a patient is named by id and name', () => {
  expect(patientName(ana, false)).toBe('#1031 - Ana Whitfield');
});

test('while names are hidden, a patient is named by id and initials', () => {
  expect(patientName(ana, true)).toBe('#1031 - A. W.');
});

test('S-20 sales plans see only the id of a patient', () => {
  expect(patientNumber(ana)).toBe('#1031');
  expect(patientName({ id: 1031 }, false)).toBe('#1031');
  expect(patientName({ id: 1031 }, true)).toBe('#1031');
});

test('clinics and sellers are named as documented, and a missing one has no name', () => {
  expect(clinicName({ id: 12, company: 'North Clinic' })).toBe('# 12 - North Clinic');
  expect(sellerName({ id: 7, first_name: 'Julian', last_name: 'Reyes' })).toBe('# 7 - Julian Reyes');
  expect(clinicName(undefined)).toBe('');
  expect(sellerName(undefined)).toBe('');
});

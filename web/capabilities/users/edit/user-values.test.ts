import { expect, test } from 'vitest';
import { processing, related, userDetails } from '../../../kernel/testing/users.ts';
import { changedFields } from './changed-fields.ts';
import { buildUserUpdate, buildUserValues, mergedValues, type UserValues } from './user-values.ts';

const patient = userDetails({ processing, related_users: [related(13, 4, { company: 'Stein Clinic' })] });
const typed = (user: typeof patient, changes: Partial<UserValues>): UserValues => ({
  ...buildUserValues(user),
  ...changes,
});

test('F135 the form sends only changed fields, with the version that they are based on', () => {
  expect(buildUserUpdate(buildUserValues(patient), patient)).toEqual({ version: 3 });
  expect(buildUserUpdate(typed(patient, { first_name: 'Anna' }), patient)).toEqual({ first_name: 'Anna', version: 3 });
});

test('F135 a cleared day is sent as null, and a choice as the call takes it', () => {
  const values = typed(patient, {
    date_adipose_received_by_lab: '',
    sterility_complete: 'true',
    hla_typing_test: null,
  });
  expect(buildUserUpdate(values, patient)).toEqual({
    date_adipose_received_by_lab: null,
    sterility_complete: true,
    hla_typing_test: null,
    version: 3,
  });
});

test('F135 a single relation is sent under its own name, and a removed one as null', () => {
  expect(buildUserUpdate(typed(patient, { harvest_center: null }), patient)).toEqual({
    harvest_center: null,
    version: 3,
  });
});

test('F135 several relations of a kind are sent together with all other relations of the user', () => {
  const rep = userDetails({
    subscription: { id: 3, name: 'Sales Rep' },
    related_users: [related(5, 6), related(6, 6)],
  });
  const [, second] = buildUserValues(rep).sales_managers;
  expect(buildUserUpdate(typed(rep, { sales_managers: second ? [second] : [] }), rep)).toEqual({
    related_users: [6],
    version: 3,
  });
});

test('F135 relations and processing data of a membership that is no longer chosen are not sent', () => {
  const values = typed(patient, { subscription: 1, harvest_center: null, lab_id: 'other' });
  expect(buildUserUpdate(values, patient)).toEqual({ subscription: 1, version: 3 });
});

test('F135 after another user’s change, unsaved input stays and all other fields take the new value', () => {
  const fresh = userDetails({ ...patient, phone_number: '+1 555 9', last_name: 'Theirs', version: 4 });
  const merged = mergedValues(typed(patient, { first_name: 'Anna', last_name: 'Mine' }), patient, fresh);
  expect(merged).toMatchObject({ first_name: 'Anna', last_name: 'Mine', phone_number: '+1 555 9' });
  expect(buildUserUpdate(merged, fresh)).toEqual({ first_name: 'Anna', last_name: 'Mine', version: 4 });
});

test('F135 another user’s changes are listed by field with old and new value', () => {
  const fresh = userDetails({
    ...patient,
    phone_number: '',
    tags: [2],
    related_users: [related(14, 4, { company: 'Harbor Steps' })],
    processing: { ...processing, hla_typing_test: 2 },
    subscription: { id: 12, name: 'Donor' },
  });
  expect(changedFields(patient, fresh, [{ id: 2, name: 'Priority' }])).toEqual([
    { label: 'Membership', from: 'General Member', to: 'Donor' },
    { label: 'Phone Number', from: '+1 555 0128', to: '' },
    { label: 'Tags', from: '', to: 'Priority' },
    { label: 'Harvest Center', from: '#13 Stein Clinic', to: '#14 Harbor Steps' },
    { label: 'HLA Typing Test', from: 'Yes', to: 'No' },
  ]);
});

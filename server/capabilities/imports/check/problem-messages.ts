import type { ProblemReason } from '@vialkeep/contract/imports.ts';

/** What the administrator reads beside a cell. */
export const problemMessages: Record<ProblemReason, string> = {
  required: 'This is required.',
  unknown_value: 'This value is not known.',
  not_a_date: 'This is not a date, or one that cannot be.',
  not_an_email: 'This is not an e-mail address.',
  not_a_number: 'This is not a number that can be.',
  too_long: 'This is too long.',
  twice_in_file: 'This stands in an earlier row already.',
  email_in_use: 'This e-mail already has an account.',
  plan_differs: 'This e-mail has an account with another membership.',
  unknown_person: 'There is no such person on this site or in this import.',
  does_not_fit: 'This does not fit the memberships of the two.',
  dates_contradict: 'This date cannot be before an earlier step.',
  not_that_many: 'There are not that many vials.',
  key_in_use: 'This belongs to another record already.',
  file_missing: 'There is no PDF of this name among the files, or more than one.',
  not_a_pdf: 'This file is not a PDF that can be read.',
};

import type { ProcessFields } from '@vialkeep/contract/stage.ts';
import { expect, test } from 'vitest';
import { sampleSentence } from './sample-labels.ts';

const nothing: ProcessFields = {
  date_adipose_shipped_to_lab: null,
  date_adipose_received_by_lab: null,
  estimated_date_vials_ready_to_ship: null,
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  sterility_start_date: null,
  sterility_end_date: null,
  sterility_complete: null,
  date_vials_ready_to_ship: null,
};
const plating = {
  ...nothing,
  date_adipose_received_by_lab: '2026-10-05',
  stemcell_plating_initiated_date: '2026-10-09',
};

test('a patient reads where the sample is and until when there is nothing to do', () => {
  expect(sampleSentence(nothing, '2026-11-01')).toBe('Your sample has not been shipped to the lab yet.');
  expect(sampleSentence(plating, '2026-11-01')).toBe('Your cells are growing. Nothing to do until about 19 Nov 2026.');
  const testing = { ...plating, sterility_start_date: '2026-10-29', sterility_end_date: '2026-11-12' };
  expect(sampleSentence(testing, '2026-11-01')).toBe(
    'Your sample is in its sterility check. Nothing to do until about 12 Nov 2026.',
  );
  expect(sampleSentence({ ...testing, date_vials_ready_to_ship: '2026-11-14' }, '2026-11-15')).toBe(
    'Your vials are ready to ship.',
  );
});

test('a passed day is not promised again, and a failure is not shown to the patient', () => {
  expect(sampleSentence(plating, '2026-12-01')).toBe('Your cells are growing. Nothing to do for now.');
  expect(sampleSentence({ ...plating, stemcell_plating_successful: 2 }, '2026-11-01')).toBe(
    'Your sample is at the lab.',
  );
});

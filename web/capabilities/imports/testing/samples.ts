import { Import, ImportFile } from '@vialkeep/contract/imports.ts';
import type { z } from 'zod';
import { buildSample } from '../../../testing/build-sample.ts';

const none = { rows: 0, create: 0, existing: 0, problems: 0, applied: 0 };

const choices = {
  plan: [
    { value: '2', label: 'General Member' },
    { value: '4', label: 'Harvest Center' },
  ],
};

/** A file of people whose columns are matched. */
export const peopleFile = buildSample(ImportFile, {
  id: 31,
  kind: 'people',
  name: 'people.csv',
  bytes: 20_000_000,
  chunk_bytes: 8_388_608,
  complete: true,
  columns: [
    { header: 'No', filled: 1, samples: ['P-1', 'P-2', 'P-3'], field: 'key' },
    { header: 'Kind', filled: 1, samples: ['General Member', 'Clinic'], field: 'plan' },
    { header: 'Mail', filled: 0.96, samples: ['ana@clinic.test'], field: 'email' },
    { header: 'Given', filled: 1, samples: ['Ana', 'Bo'], field: 'first_name' },
    { header: 'Family', filled: 1, samples: ['Whitfield'], field: 'last_name' },
    { header: 'Since', filled: 0.5, samples: ['03/04/2021'], field: 'date_joined' },
    { header: 'Notes', filled: 0.1, samples: [], field: null },
  ],
  unknown_values: [{ field: 'plan', value: 'Clinic' }],
  dates_ambiguous: true,
  pdfs: null,
  counts: { ...none, rows: 11_247 },
});

/** A ZIP of PDFs, two of which no row names. */
export const pdfsFile = buildSample(ImportFile, {
  id: 32,
  kind: 'pdfs',
  name: 'scans.zip',
  bytes: 4_000_000,
  chunk_bytes: 8_388_608,
  complete: true,
  columns: [],
  counts: none,
  pdfs: { count: 1_200, unnamed: 52, names: ['a/anna.pdf', 'bo.pdf'] },
});

/** An import as its answer says it in this state. */
export function importIn(state: Import['state'], known: Partial<z.input<typeof Import>> = {}): Import {
  return buildSample(Import, {
    id: 5,
    name: 'Old system',
    state,
    domain: { id: 1, name: 'Vialkeep' },
    created_at: '2026-03-01T09:00:00.000Z',
    created_by: { id: 7, name: 'Ann Admin' },
    counts: { ...none, rows: 11_247 },
    missing_email: 'refuse',
    check_no: 0,
    files: [peopleFile],
    choices,
    may: [],
    ...known,
  });
}

export const checkedCounts = { rows: 11_247, create: 11_204, existing: 31, problems: 12, applied: 0 };

export const draft = importIn('draft', { may: ['edit', 'check', 'discard'] });
export const checked = importIn('checked', {
  check_no: 3,
  counts: checkedCounts,
  files: [{ ...peopleFile, counts: checkedCounts }],
  may: ['edit', 'check', 'apply', 'discard'],
});
const appliedCounts = { ...checkedCounts, applied: 11_204 };
export const applied = importIn('applied', {
  check_no: 3,
  counts: appliedCounts,
  files: [{ ...peopleFile, counts: appliedCounts }],
  applied_at: '2026-03-01T12:00:00.000Z',
  undo_until: '2026-03-31T12:00:00.000Z',
  may: ['undo', 'invite'],
});

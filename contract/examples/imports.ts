import {
  readImportUndo,
  readImportWaves,
  startImportWave,
  stopImportWave,
  undoImport,
  WAVE_PER_HOUR,
} from '../import-afterwards.ts';
import {
  addImportFile,
  applyImport,
  CHUNK_BYTES,
  checkImport,
  completeImportFile,
  createImport,
  discardImport,
  exportImportProblems,
  listImportProblems,
  listImports,
  mapImportFile,
  putImportChunk,
  readImport,
  readImportTemplate,
  removeImportFile,
  stopImport,
} from '../imports.ts';
import { exampleOf } from '../kernel/example.ts';
import { site } from './network.ts';

const IMPORT = 31;
const FILE = 64;
const SHA256 = '9f2c5f0c6f1e4b0d8a7e3c1b5d9f2a6480c7e1d3b5a9f4c2e6d8b0a1f3c5e7d9';
const about = { id: String(IMPORT) };
const aboutFile = { ...about, fileId: String(FILE) };

const sent = { kind: 'people' as const, name: 'people.csv', bytes: 8_391_204, sha256: SHA256 };
const counts = { rows: 2, create: 1, existing: 0, problems: 1, applied: 0 };

const columns = [
  { header: 'key', filled: 1, samples: ['P-1001', 'P-1002'], field: 'key' },
  { header: 'plan', filled: 1, samples: ['General Member'], field: 'plan' },
  { header: 'E-Mail', filled: 0.5, samples: ['anna.example@example.com'], field: 'email' },
  { header: 'first_name', filled: 1, samples: ['Anna', 'Ben'], field: 'first_name' },
  { header: 'last_name', filled: 1, samples: ['Example'], field: 'last_name' },
];
const mapping = Object.fromEntries(columns.map(({ header, field }) => [header, field]));

const summary = {
  id: IMPORT,
  name: 'From the old system',
  state: 'checked' as const,
  domain: site,
  created_at: '2026-02-25T16:20:00.000Z',
  created_by: { id: 1001, name: 'Ada Novak' },
  counts,
};

const whole = {
  ...summary,
  missing_email: 'refuse' as const,
  check_no: 1,
  checked_at: '2026-02-25T16:24:00.000Z',
  applied_at: null,
  undone_at: null,
  undo_until: null,
  undo_reason: '',
  progress: null,
  failure: null,
  files: [
    {
      id: FILE,
      ...sent,
      chunk_bytes: CHUNK_BYTES,
      received: [],
      complete: true,
      columns,
      value_map: {},
      unknown_values: [],
      date_format: null,
      dates_ambiguous: false,
      counts,
      pdfs: null,
    },
  ],
  choices: { plan: [{ value: '2', label: 'General Member' }] },
  may: ['edit' as const, 'discard' as const, 'check' as const, 'apply' as const],
};

const done = { success: true as const };
const waveCounts = { invited: 0, waiting: 1, refused: 0 };

export const importExamples = [
  exampleOf(readImportTemplate, { params: { kind: 'people' }, query: { format: 'csv' } }),
  exampleOf(listImports, {
    query: { limit: '50', offset: '0' },
    answer: { results: [summary], count: 1, domains: [site] },
  }),
  exampleOf(createImport, {
    body: { name: summary.name, domain: site.id, missing_email: 'refuse' },
    answer: { ...done, id: IMPORT },
  }),
  exampleOf(readImport, { params: about, answer: whole }),
  exampleOf(discardImport, { params: about, answer: done }),
  exampleOf(addImportFile, {
    params: about,
    body: sent,
    answer: { ...done, file_id: FILE, chunk_bytes: CHUNK_BYTES, received: [0] },
  }),
  exampleOf(removeImportFile, { params: aboutFile, answer: done }),
  exampleOf(putImportChunk, { params: { ...aboutFile, n: '1' }, answer: { ...done, received: [0, 1] } }),
  exampleOf(completeImportFile, { params: aboutFile, answer: { columns, date_format: null } }),
  exampleOf(mapImportFile, { params: aboutFile, body: { columns: mapping, date_format: null }, answer: done }),
  exampleOf(checkImport, { params: about, answer: { ...done, state: 'checking' } }),
  exampleOf(listImportProblems, {
    params: about,
    query: { file: String(FILE), limit: '50', offset: '0' },
    answer: {
      results: [
        {
          file_id: FILE,
          file: sent.name,
          row: 3,
          column: 'E-Mail',
          value: '',
          reason: 'required',
          message: 'This field is required.',
        },
      ],
      count: 1,
    },
  }),
  exampleOf(exportImportProblems, { params: about, query: { file: String(FILE) } }),
  exampleOf(applyImport, {
    params: about,
    body: { check_no: whole.check_no, only_valid: true },
    answer: { ...done, state: 'applying' },
  }),
  exampleOf(stopImport, { params: about, answer: { ...done, state: 'stopped' } }),
  exampleOf(readImportUndo, {
    params: about,
    answer: {
      possible: false,
      built_upon: [
        { what: 'logged_in', message: 'Logged in', count: 1, examples: [{ id: 1030, label: 'Anna Example' }] },
      ],
    },
  }),
  exampleOf(undoImport, {
    params: about,
    body: { reason: 'The file of another clinic.' },
    answer: { ...done, state: 'undoing' },
  }),
  exampleOf(readImportWaves, {
    params: about,
    answer: {
      ...waveCounts,
      waves: [
        {
          id: 5,
          state: 'running',
          plans: [2],
          per_hour: WAVE_PER_HOUR,
          starts_at: '2026-02-26T08:00:00.000Z',
          ...waveCounts,
        },
      ],
    },
  }),
  exampleOf(startImportWave, {
    params: about,
    body: { plans: [2], per_hour: WAVE_PER_HOUR },
    answer: { ...done, ...waveCounts },
  }),
  exampleOf(stopImportWave, { params: about, answer: done }),
];

import { z } from 'zod';
import { DateFormat, ImportKind, TemplateKind } from './import-fields.ts';
import { DomainId, ImportFileId, ImportFileIdInPath, ImportId, ImportIdInPath, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';

export const IMPORTS_PER_PAGE = 50;
export const PROBLEMS_PER_PAGE = 50;
/** A file goes up in parts of this size; only the last may be smaller. */
export const CHUNK_BYTES = 8_388_608;
export const MOST_IMPORT_FILES = 50;
export const MOST_COLUMNS = 500;
export const LONGEST_HEADER = 200;
/** Values of a column that are not known, shown to be matched once for all rows. */
export const MOST_UNKNOWN_VALUES = 200;
/** PDFs that no row names are told by their names up to this number. */
export const MOST_UNNAMED_PDFS = 50;

export const ImportState = z.enum([
  'draft',
  'checking',
  'checked',
  'applying',
  'stopped',
  'applied',
  'undoing',
  'undone',
  'undone_in_part',
  'discarded',
]);
export type ImportState = z.infer<typeof ImportState>;

/** Why a cell cannot be taken. */
export const ProblemReason = z.enum([
  'required',
  'unknown_value',
  'not_a_date',
  'not_an_email',
  'not_a_number',
  'too_long',
  'twice_in_file',
  'email_in_use',
  'plan_differs',
  'unknown_person',
  'does_not_fit',
  'dates_contradict',
  'not_that_many',
  'key_in_use',
  'file_missing',
  'not_a_pdf',
]);
export type ProblemReason = z.infer<typeof ProblemReason>;

export const MissingEmail = z.enum(['refuse', 'placeholder'], 'Choose what happens to people without an e-mail.');
export type MissingEmail = z.infer<typeof MissingEmail>;

/** Rows as in a spreadsheet of data: how many there are, and what the last check or import made of them. */
export const ImportCounts = z.object({
  rows: z.number().int(),
  create: z.number().int(),
  existing: z.number().int(),
  problems: z.number().int(),
  applied: z.number().int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

const Site = z.object({ id: DomainId, name: z.string() });
const Person = z.object({ id: UserId, name: z.string() });

export const ImportSummary = z.object({
  id: ImportId,
  name: z.string(),
  state: ImportState,
  domain: Site,
  created_at: z.iso.datetime(),
  created_by: Person,
  counts: ImportCounts,
});
export type ImportSummary = z.infer<typeof ImportSummary>;

export const ImportColumn = z.object({
  header: z.string(),
  /** The share of rows with a value, 0 to 1. */
  filled: z.number(),
  /** Three values at most. */
  samples: z.array(z.string()),
  /** The field of the kind; null where the column is left out. */
  field: z.string().nullable(),
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** Raw values of columns with a fixed set of values, by field: what the file writes → our value. */
export const ValueMap = z.record(z.string().max(100), z.record(z.string().max(200), z.string().max(100)));
export type ValueMap = z.infer<typeof ValueMap>;

export const ImportFile = z.object({
  id: ImportFileId,
  kind: ImportKind,
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  chunk_bytes: z.number().int(),
  /** The parts that have arrived; empty once the file is complete. */
  received: z.array(z.number().int()),
  complete: z.boolean(),
  columns: z.array(ImportColumn),
  value_map: ValueMap,
  /** Values that stand in the file and are neither known nor matched in `value_map`. */
  unknown_values: z.array(z.object({ field: z.string(), value: z.string() })),
  /** Null: dates are YYYY-MM-DD or the serial numbers of a spreadsheet. */
  date_format: DateFormat.nullable(),
  /** Dates of the file fit MM/DD as well as DD/MM, so that the format must be chosen. */
  dates_ambiguous: z.boolean(),
  counts: ImportCounts,
  /** Of a file of PDFs: how many it holds, and by the last check those that no row names, the first by name. */
  pdfs: z.object({ count: z.number().int(), unnamed: z.number().int(), names: z.array(z.string()) }).nullable(),
});
export type ImportFile = z.infer<typeof ImportFile>;

export const ImportChoice = z.object({ value: z.string(), label: z.string() });

export const Import = ImportSummary.extend({
  missing_email: MissingEmail,
  /** Rises with every check; what is applied is the check that was seen. */
  check_no: z.number().int(),
  checked_at: z.iso.datetime().nullable(),
  applied_at: z.iso.datetime().nullable(),
  undone_at: z.iso.datetime().nullable(),
  /** Until when the import can be undone. */
  undo_until: z.iso.datetime().nullable(),
  undo_reason: z.string(),
  /** Rows behind and in all, of the check, the import or the undo that runs. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** Why the last check ended without a result. */
  failure: z.string().nullable(),
  files: z.array(ImportFile),
  /** The values of the fields with a fixed set of values. */
  choices: z.record(z.string(), z.array(ImportChoice)),
  may: z.array(z.enum(['edit', 'check', 'apply', 'stop', 'discard', 'undo', 'invite'])),
});
export type Import = z.infer<typeof Import>;

const about = z.object({ id: ImportIdInPath });
const aboutFile = z.object({ id: ImportIdInPath, fileId: ImportFileIdInPath });
export const ChangedState = z.object({ success: z.literal(true), state: ImportState });

const inProgress = { in_progress: refusal(409, 'This import is running. Stop it first, or wait until it is done.') };
const notDraft = { in_progress: refusal(409, 'This import can no longer be changed.') };
const importedBefore = { file_imported_before: refusal(409, 'This file was imported already.') };

export const readImportTemplate = route({
  method: 'GET',
  path: '/api/admin/imports/templates/:kind/',
  summary: 'An empty file of a kind, with its headers and an example row',
  access: 'imports.manage',
  params: z.object({ kind: TemplateKind }),
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
});

export const listImports = route({
  method: 'GET',
  path: '/api/admin/imports/',
  summary: 'The imports of the caller’s sites, newest first',
  access: 'imports.manage',
  query: z.object(paging(IMPORTS_PER_PAGE)),
  answer: pageOf(ImportSummary).extend({ domains: z.array(Site) }),
  reads: { what: 'list' },
});

export const createImport = route({
  method: 'POST',
  path: '/api/admin/imports/',
  summary: 'Begin an import into a site',
  access: 'imports.manage',
  body: z.object({
    name: requiredText('Name', 100),
    /** The caller's own site where it is left out. */
    domain: DomainId.optional(),
    missing_email: MissingEmail.default('refuse'),
  }),
  answer: z.object({ success: z.literal(true), id: ImportId }),
  refusals: { unknown_domain: refusal(400, 'Choose a site that you administer.') },
});

export const readImport = route({
  method: 'GET',
  path: '/api/admin/imports/:id/',
  summary: 'An import with its files, and what can be done with it',
  access: 'imports.manage',
  params: about,
  answer: Import,
  // Samples show what the files say of people who have no account yet.
  reads: { what: 'list' },
});

export const discardImport = route({
  method: 'DELETE',
  path: '/api/admin/imports/:id/',
  summary: 'Throw an import away that was not applied',
  access: 'imports.manage',
  params: about,
  answer: z.object({ success: z.literal(true) }),
  refusals: inProgress,
});

export const addImportFile = route({
  method: 'POST',
  path: '/api/admin/imports/:id/files/',
  summary: 'Announce a file; a file that was begun goes on where it stopped',
  access: 'imports.manage',
  params: about,
  body: z.object({
    kind: ImportKind,
    name: requiredText('Name', 255),
    bytes: z.number().int().min(1, 'This file is empty.').max(4_294_967_296),
    /** Of the whole file, as 64 hexadecimal digits. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits.'),
  }),
  answer: z.object({
    success: z.literal(true),
    file_id: ImportFileId,
    chunk_bytes: z.number().int(),
    received: z.array(z.number().int()),
  }),
  refusals: {
    ...notDraft,
    ...importedBefore,
    too_many_files: refusal(409, `An import has at most ${MOST_IMPORT_FILES} files. Put PDFs into a ZIP.`),
    too_large: refusal(413, 'This file is too large.'),
  },
});

export const removeImportFile = route({
  method: 'DELETE',
  path: '/api/admin/imports/:id/files/:fileId/',
  summary: 'Remove a file from an import',
  access: 'imports.manage',
  params: aboutFile,
  answer: z.object({ success: z.literal(true) }),
  refusals: notDraft,
});

export const putImportChunk = route({
  method: 'PUT',
  path: '/api/admin/imports/:id/files/:fileId/chunks/:n/',
  summary: 'A part of a file, as raw bytes; the first is 0',
  access: 'imports.manage',
  params: aboutFile.extend({
    n: z
      .string()
      .regex(/^\d{1,4}$/, 'Must be a number.')
      .transform(Number)
      .pipe(z.number().int()),
  }),
  rawLimit: CHUNK_BYTES,
  urgency: 'bulk',
  answer: z.object({ success: z.literal(true), received: z.array(z.number().int()) }),
  refusals: {
    ...notDraft,
    chunk_differs: refusal(409, 'Another part has this number already.'),
    wrong_size: refusal(400, 'This part does not have the size that it should have.'),
  },
});

export const completeImportFile = route({
  method: 'POST',
  path: '/api/admin/imports/:id/files/:fileId/complete/',
  summary: 'Read a file whose parts are all there, and guess its columns',
  access: 'imports.manage',
  params: aboutFile,
  answer: z.object({ columns: z.array(ImportColumn), date_format: DateFormat.nullable() }),
  reads: { what: 'list' },
  refusals: {
    ...notDraft,
    incomplete: refusal(409, 'Parts of this file are missing.'),
    hash_differs: refusal(409, 'This file changed while it was sent. Send it again.'),
    unreadable_file: refusal(400, 'This file cannot be read.'),
  },
});

export const mapImportFile = route({
  method: 'PUT',
  path: '/api/admin/imports/:id/files/:fileId/mapping/',
  summary: 'Say which column holds which field',
  access: 'imports.manage',
  params: aboutFile,
  body: z.object({
    columns: z.record(z.string().max(LONGEST_HEADER), z.string().max(60).nullable()),
    value_map: ValueMap.optional(),
    date_format: DateFormat.nullable().optional(),
  }),
  answer: z.object({ success: z.literal(true) }),
  refusals: {
    ...notDraft,
    incomplete: refusal(409, 'Parts of this file are missing.'),
    field_twice: refusal(400, 'Two columns cannot hold the same field.'),
    unknown_field: refusal(400, 'There is no such field.'),
  },
});

export const checkImport = route({
  method: 'POST',
  path: '/api/admin/imports/:id/check/',
  summary: 'Check every row, as the import would, and write nothing else',
  access: 'imports.manage',
  params: about,
  answer: ChangedState,
  refusals: {
    ...notDraft,
    ...importedBefore,
    no_files: refusal(409, 'Add a file first.'),
    mapping_missing: refusal(409, 'Match the required fields first.'),
  },
});

export const ImportProblem = z.object({
  file_id: ImportFileId,
  file: z.string(),
  /** As in a spreadsheet: the header is row 1. */
  row: z.number().int(),
  /** The header of the column in the file; empty where the row as a whole is meant. */
  column: z.string(),
  value: z.string(),
  reason: ProblemReason,
  message: z.string(),
});
export type ImportProblem = z.infer<typeof ImportProblem>;

const ProblemFilter = z.object({ file: ImportFileIdInPath.optional() });

export const listImportProblems = route({
  method: 'GET',
  path: '/api/admin/imports/:id/problems/',
  summary: 'The cells that cannot be taken, with the reason',
  access: 'imports.manage',
  params: about,
  query: ProblemFilter.extend(paging(PROBLEMS_PER_PAGE)),
  answer: pageOf(ImportProblem),
  reads: { what: 'list' },
});

export const exportImportProblems = route({
  method: 'GET',
  path: '/api/admin/imports/:id/problems/export-csv/',
  summary: 'The rows with problems of one file as they were sent, with a column Problem',
  access: 'imports.manage',
  params: about,
  query: z.object({ file: ImportFileIdInPath }),
  reads: { what: 'export' },
});

export const applyImport = route({
  method: 'POST',
  path: '/api/admin/imports/:id/apply/',
  summary: 'Import the rows that were checked',
  access: 'imports.manage',
  params: about,
  body: z.object({
    /** The check that the caller has seen. */
    check_no: z.number().int().min(0).max(2_147_483_647),
    only_valid: z.boolean().default(false),
  }),
  answer: ChangedState,
  refusals: {
    ...importedBefore,
    not_checked: refusal(409, 'Check the import first.'),
    checked_meanwhile: refusal(409, 'It was checked again meanwhile. Look at the new result first.'),
    has_problems: refusal(409, 'Correct the problems, or import the other rows only.'),
  },
});

export const stopImport = route({
  method: 'POST',
  path: '/api/admin/imports/:id/stop/',
  summary: 'Stop an import after the rows that are being written',
  access: 'imports.manage',
  params: about,
  answer: ChangedState,
  refusals: { not_running: refusal(409, 'This import is not running.') },
});

import { z } from 'zod';
import { ChangedState } from './imports.ts';
import { ImportIdInPath } from './kernel/ids.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText } from './kernel/text.ts';
import { PlanId } from './plans.ts';

export const WAVE_PER_HOUR = 200;

const about = z.object({ id: ImportIdInPath });

/** What was built upon an import since. */
export const BuiltUpon = z.object({
  what: z.enum(['logged_in', 'edited', 'custody', 'corrected', 'referred']),
  message: z.string(),
  count: z.number().int(),
  examples: z.array(z.object({ id: z.number().int(), label: z.string() })),
});
export type BuiltUpon = z.infer<typeof BuiltUpon>;

export const readImportUndo = route({
  method: 'GET',
  path: '/api/admin/imports/:id/undo/',
  summary: 'Whether an import can be undone, and what was built upon it',
  access: 'imports.manage',
  params: about,
  answer: z.object({ possible: z.boolean(), built_upon: z.array(BuiltUpon) }),
  reads: { what: 'list' },
});

export const undoImport = route({
  method: 'POST',
  path: '/api/admin/imports/:id/undo/',
  summary: 'Undo a whole import',
  access: 'imports.manage',
  params: about,
  body: z.object({ reason: requiredText('Reason', 500) }),
  answer: ChangedState,
  refusals: {
    not_applied: refusal(409, 'This import is not applied.'),
    too_late: refusal(409, 'This import can no longer be undone.'),
    built_upon: refusal(409, 'Something was built upon this import since.'),
  },
});

export const WaveState = z.enum(['waiting', 'running', 'finished', 'stopped', 'stopped_itself']);
export type WaveState = z.infer<typeof WaveState>;

export const ImportWave = z.object({
  id: z.number().int(),
  state: WaveState,
  plans: z.array(PlanId),
  per_hour: z.number().int(),
  starts_at: z.iso.datetime(),
  /** Letters that were written, and people who have none yet. */
  invited: z.number().int(),
  waiting: z.number().int(),
  /** Letters that the mail server of the receiver refused. */
  refused: z.number().int(),
});
export type ImportWave = z.infer<typeof ImportWave>;

export const readImportWaves = route({
  method: 'GET',
  path: '/api/admin/imports/:id/waves/',
  summary: 'The invitations to the imported people',
  access: 'imports.manage',
  params: about,
  answer: z.object({
    invited: z.number().int(),
    waiting: z.number().int(),
    refused: z.number().int(),
    waves: z.array(ImportWave),
  }),
});

export const startImportWave = route({
  method: 'POST',
  path: '/api/admin/imports/:id/waves/',
  summary: 'Invite the imported people who never logged in, so many an hour',
  access: 'imports.manage',
  params: about,
  body: z.object({
    plans: z
      .array(PlanId)
      .min(1, 'Choose at least one membership.')
      .max(20)
      .transform((plans) => [...new Set(plans)]),
    per_hour: z.number().int().min(1, 'At least 1.').max(5_000, 'At most 5000.').default(WAVE_PER_HOUR),
    /** At once where it is left out. */
    starts_at: z.iso.datetime({ offset: true }).optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    invited: z.number().int(),
    waiting: z.number().int(),
    refused: z.number().int(),
  }),
  refusals: {
    not_applied: refusal(409, 'This import is not applied.'),
    wave_running: refusal(409, 'Another wave of this import is running. Stop it first.'),
  },
});

export const stopImportWave = route({
  method: 'DELETE',
  path: '/api/admin/imports/:id/waves/',
  summary: 'Stop inviting',
  access: 'imports.manage',
  params: about,
  answer: z.object({ success: z.literal(true) }),
  refusals: { no_wave: refusal(409, 'No wave of this import is running.') },
});

import type { Stage, StageProgress } from '@vialkeep/contract/stage.ts';
import { formatDay } from '../../ui/display/formats.ts';

/** Staff see the lab's terms, patients see plain ones. Neither makes a statement about health. */
export type Audience = 'staff' | 'patient';

export const stageWords: Record<Audience, Record<Stage, string>> = {
  staff: {
    awaiting: 'Not shipped yet',
    shipped: 'Shipped to lab',
    received: 'Received',
    plating: 'Plating',
    sterility: 'Sterility',
    ready: 'Ready to ship',
  },
  patient: {
    awaiting: 'Not shipped yet',
    shipped: 'Shipped',
    received: 'Received',
    plating: 'Growing your cells',
    sterility: 'Sterility check',
    ready: 'Ready to ship',
  },
};

/** Short heads for the cells of a strip. */
export const stageHeads: Record<Stage, string> = {
  ...stageWords.staff,
  awaiting: 'Not shipped',
  shipped: 'Shipped',
};

export const stageTexts = {
  track: { staff: 'Where the sample is', patient: 'Your sample' },
  strip: 'Samples by stage',
  done: 'done',
  failed: 'failed',
  /** The patient's text for a failed plating (V-17). */
  centerWillContact: 'Your center will contact you about the next step.',
  daysLate: (days: number) => (days === 1 ? '1 day late' : `${days} days late`),
  shortLate: (days: number) => `${days} d late`,
};

/** The actual or expected time of a step: '29 Oct – 12 Nov 2026', 'est. 20 Oct 2026', 'about 20 Oct 2026'. */
export function stepWhen({ date, until }: StageProgress, audience: Audience): string {
  if (date && until) return formatSpan(date, until);
  if (date) return formatDay(date);
  if (until) return `${audience === 'staff' ? 'est.' : 'about'} ${formatDay(until)}`;
  return '';
}

/** The remark that staff see beside a step's days. */
export function stepRemark({ note }: StageProgress): string {
  switch (note?.kind) {
    case 'day':
      return `day ${note.day} of ${note.of}`;
    case 'late':
      return stageTexts.daysLate(note.days);
    case 'successful':
    case 'failed':
    case 'complete':
      return note.kind;
    case 'unrecorded':
      return 'no record';
    case undefined:
      return '';
  }
}

/** The stage in a table row: 'Sterility 9/14'. */
export function stageInShort(stage: Stage, steps: readonly StageProgress[]): string {
  const note = steps.find(({ step }) => step === stage)?.note;
  const name = stageWords.staff[stage];
  if (note?.kind === 'day') return `${name} ${note.day}/${note.of}`;
  return note?.kind === 'complete' ? `${name} complete` : name;
}

/** The steps for a patient: without failures, and without estimated days that have passed or are unreliable (V-17). */
export function stepsForPatient(steps: readonly StageProgress[]): StageProgress[] {
  const failed = steps.some(({ state }) => state === 'failed');
  return steps.map((step) => ({
    ...step,
    state: step.state === 'failed' ? 'current' : step.state,
    until: step.step === 'ready' && (failed || step.note?.kind === 'late') ? null : step.until,
    note: null,
  }));
}

function formatSpan(from: string, until: string): string {
  const [start, end] = [formatDay(from), formatDay(until)];
  const sameYear = from.slice(0, 4) === until.slice(0, 4);
  return `${sameYear ? start.replace(/ \d{4}$/, '') : start} – ${end}`;
}

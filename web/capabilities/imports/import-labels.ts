import { type ImportField, type ImportKind, importFields } from '@vialkeep/contract/import-fields.ts';
import type { Import, ImportFile, ImportState } from '@vialkeep/contract/imports.ts';
import type { StatusTone } from '../../ui/display/status-pill.tsx';
import type { StepState } from '../../ui/layout/step-card.tsx';
import { importsTexts as texts } from './imports.texts.ts';

export const stateTones = {
  draft: 'none',
  checking: 'moving',
  checked: 'waiting',
  applying: 'moving',
  stopped: 'waiting',
  applied: 'done',
  undoing: 'moving',
  undone: 'none',
  undone_in_part: 'waiting',
  discarded: 'none',
} as const satisfies Record<ImportState, StatusTone>;

/** The server works on the import, so its screen asks again. */
export function isBusy(state: ImportState): boolean {
  return state === 'checking' || state === 'applying' || state === 'undoing';
}

export function labelField(name: string): string {
  return texts.columns.fields[name] ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
}

export function fieldsOf(kind: ImportKind): readonly ImportField[] {
  return importFields[kind];
}

/** The required fields of the file's kind that no column holds. */
export function missingFields({ kind, columns }: Pick<ImportFile, 'kind' | 'columns'>): readonly string[] {
  const held = new Set(columns.map(({ field }) => field));
  return fieldsOf(kind)
    .filter(({ name, required }) => required && !held.has(name))
    .map(({ name }) => name);
}

export type ImportSteps = Readonly<Record<'files' | 'columns' | 'check' | 'apply' | 'afterwards', StepState>>;

const APPLIED: readonly ImportState[] = ['applied', 'undoing', 'undone', 'undone_in_part'];

/** Where each step of the import stands: what the server has done is folded, what comes next is open. */
export function stepsOf({ state, files, may }: Pick<Import, 'state' | 'files' | 'may'>): ImportSteps {
  const hasFiles = files.some(({ complete }) => complete);
  if (state === 'discarded') {
    return { files: 'ahead', columns: 'ahead', check: 'ahead', apply: 'ahead', afterwards: 'ahead' };
  }
  if (state === 'draft') {
    const next = hasFiles ? 'current' : 'ahead';
    return { files: 'current', columns: next, check: next, apply: 'ahead', afterwards: 'ahead' };
  }
  const isChecked = state !== 'checking';
  const isChecking = state === 'checking' || state === 'checked';
  const isApplied = APPLIED.includes(state);
  const hasAfterwards = isApplied || may.includes('undo') || may.includes('invite');
  return {
    files: 'done',
    columns: 'done',
    check: isChecking ? 'current' : 'done',
    apply: isApplied ? 'done' : isChecked ? 'current' : 'ahead',
    afterwards: hasAfterwards ? 'current' : 'ahead',
  };
}

export function percentOf(progress: Import['progress']): number {
  return progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0;
}

import { type NextStep, type ScannedThing, UNKNOWN_CODE } from '@vialkeep/contract/bench.ts';
import type { Db } from '../../../kernel/db/db.ts';
import type { Bench } from '../../lab-policy/index.ts';

/** What a text names, and the patient whose sample it shows. */
export type NamedThing = { readonly shown: ScannedThing; readonly patientId: number | null };

export type ThingFinder = (db: Db, bench: Bench, code: string) => Promise<NamedThing | null>;

/** A step that is next where its condition holds. */
export type PossibleStep = readonly [step: NextStep, isLegal: boolean];

export function legalSteps(steps: readonly PossibleStep[]): NextStep[] {
  return steps.filter(([, isLegal]) => isLegal).map(([step]) => step);
}

/** The same for a text that names nothing and for one that names something of another lab. */
export function unknownThing(...lines: string[]): NamedThing {
  return { shown: { kind: 'unknown', id: null, code: '', title: UNKNOWN_CODE, lines, next: [] }, patientId: null };
}

/** Leaves out what is not said. */
export function linesOf(...lines: (string | null | false)[]): string[] {
  return lines.filter((line): line is string => typeof line === 'string' && line !== '');
}

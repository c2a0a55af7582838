import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { Plan } from '@vialkeep/contract/plans.ts';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type RecordPartProps = { patientId: UserId };

/** A part that a capability adds to a patient's record. */
export type RecordPart = {
  /** Below the patient's form, in the overview, or as a tab. */
  place: 'form' | 'overview' | 'tab';
  /** The tab's name in the address. */
  name: string;
  /** The tab's label; other texts load with the part. */
  title: string;
  /**
   * The action that its calls need. Users without it do not see the part, because a refused call would end the session.
   */
  needs: string;
  /** The plans that see it; without them, all that have the right. */
  plans?: readonly Plan[];
  load: () => Promise<ComponentType<RecordPartProps>>;
};

export type KnownPart = Omit<RecordPart, 'load'> & { Part: LazyExoticComponent<ComponentType<RecordPartProps>> };

/** The parts, registered once by the shell, so that the record need not import them. */
let known: readonly KnownPart[] = [];

export function declareRecordParts(parts: readonly RecordPart[]): void {
  known = parts.map(({ load, ...part }) => ({ ...part, Part: lazy(async () => ({ default: await load() })) }));
}

export function recordParts(place: RecordPart['place']): readonly KnownPart[] {
  return known.filter((part) => part.place === place);
}

import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type RecordPartProps = { patientId: UserId };

/** Something a capability adds to a patient's record. */
export type RecordPart = {
  /** Below the patient's form, in the overview, or in a tab of its own. */
  place: 'form' | 'overview' | 'tab';
  /** Names a tab in the address. */
  name: string;
  /** The words on its tab; the others come with the part. */
  title: string;
  /** The action its calls need. Who may not do it is not shown the part: a refused call would end the session. */
  needs: string;
  load: () => Promise<ComponentType<RecordPartProps>>;
};

export type KnownPart = Omit<RecordPart, 'load'> & { Part: LazyExoticComponent<ComponentType<RecordPartProps>> };

/** The parts there are, told once by the shell: the record shows what it has never heard of. */
let known: readonly KnownPart[] = [];

export function declareRecordParts(parts: readonly RecordPart[]): void {
  known = parts.map(({ load, ...part }) => ({ ...part, Part: lazy(async () => ({ default: await load() })) }));
}

export function recordParts(place: RecordPart['place']): readonly KnownPart[] {
  return known.filter((part) => part.place === place);
}

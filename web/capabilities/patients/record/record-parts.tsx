import { Suspense } from 'react';
import {
  type KnownPart,
  type RecordPart,
  type RecordPartProps,
  recordParts,
} from '../../../kernel/navigation/record-parts.ts';
import { useCurrentSession } from '../../../kernel/session/current-session.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { WaitingState } from '../../../ui/feedback/load-state.tsx';

/** The parts that other capabilities register for this place. */
export function RecordParts({ place, patientId }: RecordPartProps & { place: RecordPart['place'] }) {
  return useParts(place).map((part) => <ThePart key={part.name} part={part} patientId={patientId} />);
}

export function ThePart({ part, patientId }: RecordPartProps & { part: KnownPart }) {
  const { Part } = part;
  return (
    <Suspense fallback={<WaitingState />}>
      <Part patientId={patientId} />
    </Suspense>
  );
}

/** The parts whose calls this session can make. */
export function useParts(place: RecordPart['place']): readonly KnownPart[] {
  const may = useCurrentSession()?.may ?? [];
  const plan = useUser().subscription.id;
  return recordParts(place).filter(({ needs, plans }) => may.includes(needs) && (plans?.includes(plan) ?? true));
}

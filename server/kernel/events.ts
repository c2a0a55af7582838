import { type EventData, type EventType, eventShapes, eventSubjects } from '@vialkeep/contract/events.ts';
import { z } from 'zod';
import type { Work } from './db/db.ts';

export type NewEvent = {
  [Type in EventType]: {
    /** The site that the subject belongs to. */
    readonly domainId: number;
    readonly type: Type;
    readonly data: EventData<Type>;
  };
}[EventType];

/** The keys of the data by which readers find an event, and by which it is decided who gets it. */
const People = z.object({ patient_id: z.number().nullish(), center_id: z.number().nullish() });

/**
 * Announces what has happened to the programs that listen, in the transaction of the change. The events of a unit of work
 * leave with its last audit rows, and a job sends them on. Data that its shape does not allow fail the whole work.
 */
export function announceEvent(work: Work, { domainId, type, data }: NewEvent): void {
  const [subject, key] = eventSubjects[type];
  const shape: z.ZodObject = eventShapes[type];
  const parsed: Readonly<Record<string, unknown>> = shape.strict().parse(data);
  const { patient_id = null, center_id = null } = People.parse(parsed);
  work.announced.push({
    domain_id: domainId,
    type,
    subject,
    subject_id: z.number().parse(parsed[key]),
    patient_id,
    center_id,
    data: parsed,
  });
}

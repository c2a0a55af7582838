import { EventType, eventShapes } from '@vialkeep/contract/events.ts';
import type { z } from 'zod';
import type { Db } from '../db/db.ts';

export type EventFault = { readonly about: string; readonly fault: string };

const ROWS_AT_ONCE = 10_000;

/** Compares the data of every stored event with the shape of its type, which allows ids, words, days and cents only. */
export async function verifyEvents(db: Db): Promise<EventFault[]> {
  const faults: EventFault[] = [];
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('events')
      .select(['id', 'type', 'data'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, type, data } of rows)
      if (!isAllowed(type, data)) faults.push({ about: `Event #${id}`, fault: 'its data is not what its type allows' });
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return faults;
    after = last.id;
  }
}

function isAllowed(type: string, data: unknown): boolean {
  const known = EventType.safeParse(type);
  if (!known.success) return false;
  const shape: z.ZodObject = eventShapes[known.data];
  return shape.strict().safeParse(data).success;
}

import { z } from 'zod';
import { dayInWords } from './day-labels.ts';

const FIRST = '1900-01-01';
const DAY_MS = 24 * 60 * 60 * 1000;

/** A calendar day as YYYY-MM-DD, without a time zone. */
export const Day = z.iso
  .date('Enter a date.')
  .refine((day) => day >= FIRST, `Enter a date after ${dayInWords(FIRST)}.`);

/**
 * A day that is not in the future. Tomorrow in UTC is allowed, because it has begun already in time zones ahead of UTC.
 */
export const DayUntilNow = Day.refine((day) => day <= tomorrow(), 'Enter a date that is not in the future.');

function tomorrow(): string {
  return new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
}

import type { Visit } from '@vialkeep/contract/session.ts';
import { formatDateTime, formatDay, formatTime } from '../../ui/display/formats.ts';
import { frameTexts } from './frame.texts.ts';

const texts = frameTexts.visits;

/** The sentence about one visit; without a reason it ends earlier. */
export function visitWords({ by, from, to, reason }: Pick<Visit, 'by' | 'from' | 'to' | 'reason'>): string {
  const who = texts.who(by.name, by.plan);
  const what =
    to === null
      ? texts.goesOn(who, formatDateTime(from))
      : texts.over(who, formatDay(from), formatTime(from), formatTime(to));
  return reason === null ? what : `${what} ${texts.reason(reason.replace(/\.+$/, ''))}`;
}

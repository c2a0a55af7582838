import type { DateFormat } from '@vialkeep/contract/import-fields.ts';

/** How the days of a column are written; `ambiguous`: as MM/DD as well as DD/MM. */
export type DayStyle = DateFormat | 'ambiguous' | null;

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
/** Four digits are a year, not a day of the years before 1928. */
const SERIAL = /^\d{5,6}(?:\.\d+)?$/;
const TIME = /^(.*?)[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?Z?$/;

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

export type DayOptions = { readonly format: DateFormat | null; readonly date1904: boolean };

/** The day of a cell as YYYY-MM-DD; null where it is none in the chosen format. */
export function readDay(text: string, options: DayOptions): string | null {
  return readMoment(text, options)?.slice(0, 10) ?? null;
}

/** The same with the time of UTC that the cell may have. */
export function readMoment(text: string, { format, date1904 }: DayOptions): string | null {
  if (SERIAL.test(text)) return readSerial(Number(text), date1904);
  const [, day = text, hour = '0', minute = '0', second = '0'] = TIME.exec(text) ?? [];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const date = readDate(day, format);
  const pad = (part: string) => part.padStart(2, '0');
  return date && `${date}T${pad(hour)}:${pad(minute)}:${pad(second)}.000Z`;
}

function readSerial(serial: number, date1904: boolean): string | null {
  const moment = new Date((date1904 ? EPOCH_1904 : EPOCH_1900) + Math.round((serial * DAY_MS) / 1_000) * 1_000);
  const year = moment.getUTCFullYear();
  return year >= 1900 && year <= 2999 ? moment.toISOString() : null;
}

function readDate(text: string, format: DateFormat | null): string | null {
  const iso = ISO.exec(text);
  if (iso) return buildDay(iso[1], iso[2], iso[3]);
  const dotted = DOTTED.exec(text);
  if (dotted) return format === null || format === 'DD.MM.YYYY' ? buildDay(dotted[3], dotted[2], dotted[1]) : null;
  const slashed = SLASHED.exec(text);
  if (slashed && format === 'MM/DD/YYYY') return buildDay(slashed[3], slashed[1], slashed[2]);
  if (slashed && format === 'DD/MM/YYYY') return buildDay(slashed[3], slashed[2], slashed[1]);
  return null;
}

function buildDay(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isDay && text >= '1900-01-01' && text <= '2999-12-31' ? text : null;
}

/** Finds how a column writes its days, from all of its values. */
export class DayStyles {
  #slashed = 0;
  #dotted = 0;
  #isMonthFirst = true;
  #isDayFirst = true;

  note(value: string): void {
    const [, first, second] = SLASHED.exec(value.split(/[T ]/, 1)[0] ?? '') ?? [];
    if (first !== undefined && second !== undefined) {
      this.#slashed += 1;
      if (Number(first) > 12) this.#isMonthFirst = false;
      if (Number(second) > 12) this.#isDayFirst = false;
    } else if (DOTTED.test(value)) this.#dotted += 1;
  }

  get style(): DayStyle {
    if (this.#slashed === 0) return this.#dotted > 0 ? 'DD.MM.YYYY' : null;
    if (this.#isMonthFirst === this.#isDayFirst) return 'ambiguous';
    return this.#isMonthFirst ? 'MM/DD/YYYY' : 'DD/MM/YYYY';
  }
}

import { MOST_UNKNOWN_VALUES } from '@vialkeep/contract/imports.ts';
import type { FileRow } from './file-rows.ts';
import { type DayStyle, DayStyles } from './read-day.ts';

const SAMPLES = 3;
const SAMPLE_LENGTH = 100;
/** Longer values are no words of a fixed set. */
const WORD_LENGTH = 60;
/** Columns are described by their first rows; each row is read at the check. */
const ROWS_READ = 200_000;

export type ColumnProfile = {
  readonly header: string;
  readonly filled: number;
  readonly samples: string[];
  readonly days: DayStyle;
};

export type FileProfile = {
  readonly columns: ColumnProfile[];
  /** The different values of each column that has few of them. */
  readonly values: Record<string, string[]>;
  readonly rows: number;
};

class ColumnReader {
  #filled = 0;
  readonly #samples = new Set<string>();
  #values: Set<string> | null = new Set();
  readonly #days = new DayStyles();

  note(cell: string): void {
    const value = cell.trim();
    if (value === '') return;
    this.#filled += 1;
    this.#days.note(value);
    if (this.#samples.size < SAMPLES) this.#samples.add(shownText(value).slice(0, SAMPLE_LENGTH));
    if (this.#values === null) return;
    if (value.length <= WORD_LENGTH) this.#values.add(shownText(value));
    if (value.length > WORD_LENGTH || this.#values.size > MOST_UNKNOWN_VALUES) this.#values = null;
  }

  describe(header: string, rows: number): ColumnProfile {
    const filled = rows === 0 ? 0 : this.#filled / rows;
    return { header, filled, samples: [...this.#samples], days: this.#days.style };
  }

  get values(): string[] {
    return [...(this.#values ?? [])];
  }
}

/** Reads the first rows of a file and describes its columns. */
export async function profileFile(headers: readonly string[], rows: AsyncIterable<FileRow>): Promise<FileProfile> {
  const readers = headers.map(() => new ColumnReader());
  let count = 0;
  for await (const { cells } of rows) {
    for (const [index, reader] of readers.entries()) reader.note(cells[index] ?? '');
    count += 1;
    if (count === ROWS_READ) break;
  }
  return {
    rows: count,
    columns: headers.map((header, index) => readers[index]?.describe(header, count)).filter((one) => one !== undefined),
    values: Object.fromEntries(headers.map((header, index) => [header, readers[index]?.values ?? []])),
  };
}

/** What PostgreSQL can store and a screen can show. */
function shownText(value: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what it replaces
  return value.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').toWellFormed();
}

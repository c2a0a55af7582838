import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { Told } from '../harness/api-client.ts';

/** Each write inserts a row with its mark, or sets a value of a row to the mark. */
const kinds = [
  'user',
  'patient',
  'location',
  'vials',
  'coupon',
  'card',
  'purchase',
  'correction',
  'label',
  'label file',
  'upload',
  'request to sign',
  'signature',
  'approval',
  'session',
  'user edit',
  'profile edit',
  'processing',
  'preference',
] as const;
export type Kind = (typeof kinds)[number];

const WriteRecord = z.object({
  kind: z.enum(kinds),
  mark: z.string(),
  /** The id of the row whose value it sets; null for an insert. */
  subject: z.number().nullable(),
  /** The outcome by the answer. It is unknown without an answer and after one that asks for a retry. */
  told: z.enum(['yes', 'no', 'unknown']),
});
export type WriteRecord = z.infer<typeof WriteRecord>;

/** The outcomes that the clients received, in a separate append-only file. */
export class WriteLog {
  readonly #path: string;
  readonly #file: number;
  #marks = 0;
  #acknowledged = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a', 0o600);
  }

  /** Returns an unused mark. */
  newMark(): string {
    this.#marks += 1;
    return `f${String(this.#marks).padStart(6, '0')}`;
  }

  /** The number of writes acknowledged so far. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  write(deed: WriteRecord): void {
    if (deed.told === 'yes') this.#acknowledged += 1;
    writeSync(this.#file, `${JSON.stringify(deed)}\n`);
  }

  read(): WriteRecord[] {
    const lines = readFileSync(this.#path, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => WriteRecord.parse(JSON.parse(line)));
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** 507 is a no: without disk space the server stores nothing. */
export function toldBy(told: Told | null): WriteRecord['told'] {
  if (told === null) return 'unknown';
  if (told.status < 300) return 'yes';
  return told.status < 500 || told.status === 507 ? 'no' : 'unknown';
}

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { Told } from '../harness/api-client.ts';

/** What was done leaves a row with its mark, or it becomes the value that a row has. */
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
  /** Whose value it became, where it is one. */
  subject: z.number().nullable(),
  /** What the answer said. Without one, or with one that says to try again, nothing is known. */
  told: z.enum(['yes', 'no', 'unknown']),
});
export type WriteRecord = z.infer<typeof WriteRecord>;

/** What the clients were told, in a file of their own that is only ever added to. */
export class WriteLog {
  readonly #path: string;
  readonly #file: number;
  #marks = 0;
  #acknowledged = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a', 0o600);
  }

  /** Never given twice. */
  newMark(): string {
    this.#marks += 1;
    return `f${String(this.#marks).padStart(6, '0')}`;
  }

  /** How many were told as done so far. */
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

/** 507 is a no: where there is no room nothing was kept. */
export function toldBy(told: Told | null): WriteRecord['told'] {
  if (told === null) return 'unknown';
  if (told.status < 300) return 'yes';
  return told.status < 500 || told.status === 507 ? 'no' : 'unknown';
}

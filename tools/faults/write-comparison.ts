import type pg from 'pg';
import { z } from 'zod';
import type { Kind, WriteRecord } from './write-log.ts';

/** Writes that insert rows: the number of rows for each, and the query that counts them by mark. */
const rowsOf: Partial<Record<Kind, { each: number; sql: string }>> = {
  user: { each: 1, sql: `select email as mark from users where email like '%@faults.test'` },
  patient: { each: 1, sql: `select email as mark from users where email like '%@faults.test'` },
  location: { each: 1, sql: `select location_name as mark from locations` },
  vials: { each: 1, sql: `select note as mark from vial_entries` },
  coupon: { each: 1, sql: `select code as mark from coupons` },
  card: { each: 1, sql: `select holder as mark from saved_cards` },
  purchase: { each: 1, sql: `select invoice_id::text as mark from transactions` },
  correction: { each: 1, sql: `select note as mark from transaction_changes` },
  label: { each: 1, sql: `select other_patient_name as mark from labels` },
  'label file': { each: 1, sql: `select tracking_number as mark from labels` },
  upload: { each: 1, sql: `select name as mark from files` },
  'request to sign': { each: 3, sql: `select signer_email as mark from documents` },
  // By the hash of the link that the guest followed; the link itself is not stored.
  signature: {
    each: 1,
    sql: `select encode(alias_hash, 'hex') as mark from guest_links link join documents on documents.id = link.document_id
      where status = 'Completed'`,
  },
  approval: {
    each: 1,
    sql: `select subject_id || ' ' || object_id as mark from relations
      where kind = 'center' and approved_at is not null and ended_at is null`,
  },
};

/** Writes that set a value: the query that reads it. */
const valuesOf: Partial<Record<Kind, string>> = {
  'user edit': `select id as subject, address2 as mark from users`,
  'profile edit': `select id as subject, address2 as mark from users`,
  processing: `select patient_id as subject, number_times_qc_done as mark from patient_records`,
  preference: `select id as subject, preferences->>'colour_scheme' as mark from users`,
};

const Counted = z.array(z.object({ mark: z.string(), n: z.number() }));
const Valued = z.array(z.object({ subject: z.number(), mark: z.string().nullable() }));

export type WriteComparison = { readonly lost: string[]; readonly doubled: string[]; readonly unasked: string[] };

/** Compares the answers that the clients received with the rows of the tables. */
export async function compareWrites(owner: pg.Client, deeds: readonly WriteRecord[]): Promise<WriteComparison> {
  const reckoning: WriteComparison = { lost: [], doubled: [], unasked: [] };
  for (const [kind, ofKind] of Map.groupBy(deeds, (deed) => deed.kind)) {
    const rows = rowsOf[kind];
    const values = valuesOf[kind];
    if (rows) countRows(await marksIn(owner, rows.sql), rows.each, ofKind, reckoning);
    if (values) compareValues(Valued.parse((await owner.query(values)).rows), ofKind, reckoning);
  }
  return reckoning;
}

async function marksIn(owner: pg.Client, sql: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await owner.query(`select mark, count(*)::int as n from (${sql}) marked group by mark`);
  return new Map(Counted.parse(rows).map(({ mark, n }) => [mark, n]));
}

function countRows(
  marks: ReadonlyMap<string, number>,
  each: number,
  deeds: readonly WriteRecord[],
  found: WriteComparison,
): void {
  for (const [mark, ofMark] of Map.groupBy(deeds, (deed) => deed.mark)) {
    const n = marks.get(mark) ?? 0;
    const verdict = verdictOn(n, each, new Set(ofMark.map(({ told }) => told)));
    if (verdict !== null) found[verdict].push(`${ofMark[0]?.kind} ${mark}: ${n} of ${each}`);
  }
}

/** Acknowledged: exactly one set of rows. Refused: none. Unknown: none or one set, never twice and never in part. */
function verdictOn(n: number, each: number, told: ReadonlySet<WriteRecord['told']>): keyof WriteComparison | null {
  if (n > each) return 'doubled';
  if (told.has('yes')) return n < each ? 'lost' : null;
  if (!told.has('unknown')) return n > 0 ? 'unasked' : null;
  return n === 0 || n === each ? null : 'lost';
}

/** The stored value must be the last acknowledged one or one whose outcome is unknown. */
function compareValues(values: z.infer<typeof Valued>, deeds: readonly WriteRecord[], found: WriteComparison): void {
  const valueOf = new Map(values.map(({ subject, mark }) => [subject, mark]));
  for (const [subject, ofSubject] of Map.groupBy(deeds, (deed) => deed.subject ?? 0)) {
    const last = ofSubject.findLast(({ told }) => told === 'yes')?.mark;
    const perhaps = ofSubject.filter(({ told }) => told === 'unknown').map(({ mark }) => mark);
    const value = valueOf.get(subject) ?? '';
    const name = `${ofSubject[0]?.kind} of ${subject}: ${value} instead of ${last}`;
    if (last !== undefined && ![last, ...perhaps].includes(value)) found.lost.push(name);
    const refused = ofSubject.filter(({ told, mark }) => told === 'no' && mark === value && mark !== last);
    if (refused.length > 0 && !perhaps.includes(value)) found.unasked.push(name);
  }
}

import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { ChainKind } from '../../kernel/audit/chain-kind.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import { stampFaults, TimeStampInvalid } from '../../ports/timestamps.ts';
import { SEAL } from './record-stamp.ts';
import { digestOfHeads, inOrder } from './stamp-chain-heads.ts';

export type StampFault = { readonly about: string; readonly fault: string };

type Stamp = {
  readonly of: string;
  readonly ref: string;
  readonly by: string;
  readonly sha256: string;
  readonly token: Buffer;
  readonly at: Date;
  readonly recorded: string | null;
  readonly is_of_file: boolean;
};

const AT_ONCE = 500;

/**
 * Checks every stamp: its signature and chain, that it is about a sealed file or about heads that the chains still have,
 * and that it is the one that was stored. Returns the number of stamps and the faults, in the order of the table.
 */
export async function verifyTimeStamps(
  { store, timestamps }: Pick<Services, 'store' | 'timestamps'>,
  kinds: readonly ChainKind[],
): Promise<{ stamps: number; faults: StampFault[] }> {
  const db = store.readSlowly('platform');
  const faults: StampFault[] = [];
  let stamps = 0;
  for (let last: Pick<Stamp, 'of' | 'ref' | 'by'> = { of: '', ref: '', by: '' }; ; ) {
    const rows = await listStamps(db, last);
    for (const stamp of rows) {
      const fault = await findFault(db, timestamps, kinds, stamp);
      if (fault !== null) faults.push({ about: describeStamp(stamp), fault });
      last = stamp;
    }
    stamps += rows.length;
    if (rows.length < AT_ONCE) break;
  }
  return { stamps, faults: [...faults, ...(await listMissing(db))] };
}

/** Documents are named in the messages of `verifyDocuments`; here the digest leads to them. */
function describeStamp({ of, ref, by }: Pick<Stamp, 'of' | 'ref' | 'by'>): string {
  return of === SEAL ? `Time stamp of the file ${ref} by ${by}` : `Time stamp of the ${of} chains of ${ref} by ${by}`;
}

async function listStamps(db: Db, last: Pick<Stamp, 'of' | 'ref' | 'by'>): Promise<readonly Stamp[]> {
  const { rows } = await sql<Stamp>`
    select stamp.of, stamp.ref, stamp.by, stamp.sha256, stamp.token, stamp.at,
      (select facts ->> 'token' from audit_log where subject = 'time_stamp' and action = 'timestamps.stamp'
        and subject_id = stamp.of || ' ' || stamp.ref || ' ' || stamp.by limit 1) as recorded,
      exists (select from documents where sha256 = stamp.sha256)
        or exists (select from signings where sealed_sha256 = stamp.sha256)
        or exists (select from signing_supplements where sha256 = stamp.sha256) as is_of_file
    from time_stamps stamp where (stamp.of, stamp.ref, stamp.by) > (${last.of}, ${last.ref}, ${last.by})
    order by stamp.of, stamp.ref, stamp.by limit ${AT_ONCE}`.execute(db);
  return rows;
}

async function findFault(
  db: Db,
  timestamps: Services['timestamps'],
  kinds: readonly ChainKind[],
  stamp: Stamp,
): Promise<string | null> {
  if (stamp.of === SEAL) {
    if (stamp.ref !== stamp.sha256) return 'it is not about the file that it names';
    if (!stamp.is_of_file) return 'no sealed file has this digest';
  } else {
    const kind = kinds.find(({ of }) => of === stamp.of);
    if (kind === undefined) return 'there are no such chains';
    if (digestOfHeads(stamp.of, await listStampedHeads(db, kind, stamp)) !== stamp.sha256) {
      return 'the chains no longer have the stamped heads';
    }
  }
  try {
    const at = await timestamps.check(stamp);
    if (at.getTime() !== stamp.at.getTime()) return 'the stored time is not the time in it';
  } catch (error) {
    if (error instanceof TimeStampInvalid) return stampFaults[error.fault];
    throw error;
  }
  return hash('sha256', stamp.token) === stamp.recorded ? null : 'it is not the one that was stored';
}

/** A link that is gone has no hash, which changes the digest. */
async function listStampedHeads(db: Db, { hashAt }: ChainKind, { of, ref, by }: Stamp) {
  const { rows } = await sql<{ chain: string; position: number; hash: string }>`
    select head.chain, head.position,
      coalesce(encode(${hashAt(sql`head.chain`, sql`head.position`)}, 'hex'), 'gone') as hash
    from stamped_heads head where head.of = ${of} and head.ref = ${ref} and head.by = ${by}
    order by ${inOrder(sql`head.chain`)}`.execute(db);
  return rows;
}

/** Stamps that the audit log knows and the table has no more. */
async function listMissing(db: Db): Promise<StampFault[]> {
  const { rows } = await sql<{ subject_id: string }>`
    select entry.subject_id from audit_log entry
    where entry.subject = 'time_stamp' and entry.action = 'timestamps.stamp'
      and not exists (select from time_stamps stamp
        where stamp.of || ' ' || stamp.ref || ' ' || stamp.by = entry.subject_id)
    order by entry.subject_id limit 100`.execute(db);
  return rows.map(({ subject_id }) => ({ about: `Time stamp ${subject_id}`, fault: 'it is missing' }));
}

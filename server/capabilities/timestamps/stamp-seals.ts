import { sql } from 'kysely';
import type { AuditContext, Db } from '../../kernel/db/db.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Services } from '../../kernel/services.ts';
import { TimeStampInvalid, TimeStampUnavailable } from '../../ports/timestamps.ts';
import { recordStamp, SEAL } from './record-stamp.ts';

/** A run ends before the next minute's begins, also with an authority that answers slowly. */
const RUN_MS = 45_000;
const MOST_OF_A_RUN = 200;

/**
 * Stamps the sealed files that this authority has not stamped. Nothing waits for it: an authority that is down is asked
 * again in the next minute, for as long as it takes.
 */
export const timestampSealsJob: Job = {
  name: 'timestamp-seals',
  at: '* * * * *',
  atStart: true,
  async run(payload, services, cause) {
    const isStart = typeof payload === 'object' && payload !== null && 'atStart' in payload;
    await stampSeals(services, cause, isStart ? listUnstampedFiles : listFilesSealedLately, MOST_OF_A_RUN);
  },
};

type SealedFile = { readonly sha256: string; readonly domain_id: number };
type ListFiles = (db: Db, by: string, most: number) => Promise<SealedFile[]>;

/** Returns the number of new stamps. It ends with the first stamp that the authority does not give. */
export async function stampSeals(
  services: Services,
  cause: AuditContext,
  listFiles: ListFiles,
  most: number,
  runMs = RUN_MS,
): Promise<number> {
  const { store, timestamps, log } = services;
  const { by } = timestamps;
  const deadline = Date.now() + runMs;
  let stamped = 0;
  for (const { sha256, domain_id } of await listFiles(store.readSlowly('platform'), by, most)) {
    if (Date.now() > deadline) break;
    try {
      const stamp = await timestamps.stamp(sha256);
      const thing = { of: SEAL, ref: sha256, sha256, domainId: domain_id };
      if (await recordStamp(services, cause, thing, stamp)) stamped += 1;
    } catch (error) {
      if (!(error instanceof TimeStampUnavailable || error instanceof TimeStampInvalid)) throw error;
      log.warn({ by, problem: error.message }, 'no time stamp was received; sealed documents wait for it');
      break;
    }
  }
  return stamped;
}

/** Files of the last fourteen days, by an index; older ones are found by the run of the night. */
export async function listFilesSealedLately(db: Db, by: string, most: number): Promise<SealedFile[]> {
  const { rows } = await sql<SealedFile>`
    select signing.sealed_sha256 as sha256, signing.domain_id from signings signing
    where signing.changed_at > now() - interval '14 days' and signing.sealed_sha256 is not null
      and not exists (select from time_stamps stamp
        where stamp.of = ${SEAL} and stamp.ref = signing.sealed_sha256 and stamp.by = ${by})
    order by signing.changed_at limit ${most}`.execute(db);
  return rows;
}

/**
 * Every sealed file: signed here or at the signing provider, and the supplements to certificates. Files that a clinic
 * uploaded are not sealed.
 */
export async function listUnstampedFiles(db: Db, by: string, most: number): Promise<SealedFile[]> {
  const { rows } = await sql<SealedFile>`
    select sealed.sha256, min(sealed.domain_id) as domain_id from (
      select sealed_sha256 as sha256, domain_id, sealed_at as at from signings where sealed_sha256 is not null
      union all
      select sha256, domain_id, sealed_at from signing_supplements where sha256 is not null
      union all
      select sha256, domain_id, completed_at from documents where status = 'Completed' and origin = 'signing'
    ) sealed
    where not exists (select from time_stamps stamp
      where stamp.of = ${SEAL} and stamp.ref = sealed.sha256 and stamp.by = ${by})
    group by sealed.sha256 order by min(sealed.at) limit ${most}`.execute(db);
  return rows;
}

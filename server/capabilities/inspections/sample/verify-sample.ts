import { verifySample } from '@vialkeep/contract/inspections.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { readVerified } from '../../../kernel/files/read-verified.ts';
import type { Services } from '../../../kernel/services.ts';
import { verifySeal } from '../../../pdf/seal/verify-seal.ts';
import { TimeStampInvalid } from '../../../ports/timestamps.ts';
import { verifyCustodyOf } from '../../custody/index.ts';
import { findStampOfFile } from '../../timestamps/index.ts';
import { verifyVialsOf } from '../../vials/index.ts';
import { handleInspector } from '../inspector.ts';
import { type DocumentRow, listSampleDocuments } from './load-sample.ts';
import { requireSample } from './samples.queries.ts';
import { verifyOpenings } from './verify-openings.ts';

/** Every run reads the whole audit log of the site. */
const RUNS = { bucket: 'verify-sample', most: 30, minutes: 60 };

export const verifySampleHandler = handleInspector(
  verifySample,
  async ({ inspector, read, note, params, services }) => {
    const sample = await read((db) => requireSample(db, inspector, params.id));
    note({ subject: sample.id, object: 'verify' });
    await services.limits.count(RUNS, String(inspector.inspectionId));
    const ledger = await read((db) => verifyLedger(db, sample.id, inspector.domainId));
    const documents = await read((db) => verifyDocumentsOf(db, services, sample.id));
    // The chains of openings hold those of every site, so that only the platform reads them.
    const openings = await services.store.readOnly('platform', (db) => verifyOpenings(db, sample.id));
    const faults = [...ledger.faults, ...documents.faults, ...openings.faults];
    return {
      intact: faults.length === 0,
      custody_events: ledger.custody_events,
      vials: ledger.vials,
      documents: documents.documents,
      seals: documents.seals,
      timestamps: documents.timestamps,
      audit_rows: ledger.audit_rows,
      batches: openings.batches,
      faults,
    };
  },
);

async function verifyLedger(db: Db, patientId: number, domainId: number) {
  const { rows } = await sql<{ custody_events: number; vials: number; audit_rows: number; first: number | null }>`
    select (select count(*)::int from custody_events where patient_id = ${patientId}) as custody_events,
      (select count(*)::int from vials where patient_id = ${patientId}) as vials,
      (select count(*)::int from audit_log where domain_id = ${domainId}) as audit_rows,
      audit_first_break(${domainId}) as first`.execute(db);
  const { first = null, ...counts } = rows[0] ?? { custody_events: 0, vials: 0, audit_rows: 0 };
  const ledger = [...(await verifyCustodyOf(db, patientId)), ...(await verifyVialsOf(db, patientId))];
  return {
    ...counts,
    faults: [
      ...ledger.map(({ position, fault }) => `Custody${position === null ? '' : `, event ${position}`}: ${fault}.`),
      ...(first === null ? [] : [`Change ${first} of the site was altered.`]),
    ],
  };
}

async function verifyDocumentsOf(db: Db, services: Services, patientId: number) {
  const completed = (await listSampleDocuments(db, patientId)).filter(({ status }) => status === 'Completed');
  const authorities = await services.sealKey.authorities();
  const faults: string[] = [];
  let seals = 0;
  let timestamps = 0;
  for (const document of completed) {
    const content = await readDocument(services, document);
    const about = `Document ${document.id}`;
    if (content === null) {
      faults.push(`${about}: its file is missing or was changed.`);
      continue;
    }
    if (document.provider === 'builtin' && document.origin === 'signing') {
      seals += 1;
      if (!verifySeal(content, authorities).genuine) faults.push(`${about}: its seal is not valid.`);
    }
    const stamp = document.sha256 === null ? null : await findStampOfFile(db, document.sha256);
    if (stamp === null || document.sha256 === null) continue;
    timestamps += 1;
    if (!(await isStampValid(services, { ...stamp, sha256: document.sha256 }))) {
      faults.push(`${about}: its time stamp is not valid.`);
    }
  }
  return { documents: completed.length, seals, timestamps, faults };
}

/** The file of a completed document, or null where it is not the one that was stored. */
export async function readDocument({ files }: Services, { file, sha256 }: DocumentRow): Promise<Buffer | null> {
  return file === null || sha256 === null ? null : readVerified(files, file, sha256);
}

async function isStampValid({ timestamps }: Services, stamp: Parameters<Services['timestamps']['check']>[0]) {
  try {
    await timestamps.check(stamp);
    return true;
  } catch (error) {
    if (error instanceof TimeStampInvalid) return false;
    throw error;
  }
}

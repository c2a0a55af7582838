import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { sha256OfRecord } from './canonical-json.ts';
import { sha256OfSignature, signedColumns } from './sign-record.ts';

const AT_ONCE = 1_000;

/** Compares every signature with the record that it covers, and with the audit row of its signing. */
export async function verifySignatures(db: Db): Promise<{ about: string; fault: string }[]> {
  const faults: { about: string; fault: string }[] = [];
  const sealed = await loadSealedHashes(db);
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('signatures')
      .select([...signedColumns, 'record'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) {
      const about = `Signature #${row.id}`;
      if (sha256OfRecord(row.record) !== row.record_sha256) faults.push({ about, fault: 'its record was changed' });
      if (sealed.get(row.id) !== sha256OfSignature(row)) faults.push({ about, fault: 'it is not what was signed' });
      sealed.delete(row.id);
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (const id of sealed.keys()) faults.push({ about: `Signature #${id}`, fault: 'it is missing' });
  return faults;
}

/** The hashes in the audit log, whose chain nothing can change unseen. */
async function loadSealedHashes(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; sha256: string }>`
    select subject_id::integer as id, facts ->> 'signature_sha256' as sha256 from audit_log
    where action = 'bench.sign' and subject = 'signature'`.execute(db);
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

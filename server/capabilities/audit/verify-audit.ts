import { verifyAudit } from '@vialkeep/contract/audit.ts';
import { sql } from 'kysely';
import { verifyAccess } from '../../kernel/access/verify-access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { handle } from '../../kernel/http/handle.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyOrigins } from './verify-origins.ts';

/** Every run reads all rows of the site. */
const RUNS = { bucket: 'verify-audit', most: 10, minutes: 60 };

export const verifyAuditHandler = handle(verifyAudit, async ({ actor, services, write }) => {
  await services.limits.count(RUNS, String(actor.userId));
  const db = services.store.readSlowly(actor.scope);
  const domains = (await services.domains.all()).filter(({ id }) => actor.scope === 'platform' || id === actor.scope);
  const openings = actor.scope === 'platform' ? await verifyAccess(db, services.files) : { faults: [], batches: 0 };
  const counted = { ...(await countVerified(db)), batches: openings.batches };
  const firstBreak =
    (await firstChangedRow(db, domains)) ??
    (await firstChangedOrigin(db)) ??
    (await firstChangedCustody(db)) ??
    sentenceOf(openings.faults[0]);
  await write((work) =>
    audit(work, {
      domainId: actor.domainId,
      action: 'audit.verify',
      subject: 'domain',
      subjectId: actor.domainId,
      facts: { intact: firstBreak === null, first_break: firstBreak },
    }),
  );
  return { intact: firstBreak === null, ...counted, first_break: firstBreak };
});

async function firstChangedRow(db: Db, domains: readonly Domain[]): Promise<string | null> {
  for (const { id, name } of domains) {
    const { rows } = await sql<{ first: number | null }>`select audit_first_break(${id}) as first`.execute(db);
    const first = rows[0]?.first ?? null;
    if (first !== null) return `Change ${first} of ${name} was altered.`;
  }
  return null;
}

async function firstChangedOrigin(db: Db): Promise<string | null> {
  return sentenceOf((await verifyOrigins(db))[0]);
}

function sentenceOf(fault: { readonly about: string; readonly fault: string } | undefined): string | null {
  return fault ? `${fault.about}: ${fault.fault}.` : null;
}

async function firstChangedCustody(db: Db): Promise<string | null> {
  const [fault] = await verifyCustody(db);
  return fault ? `Custody of patient #${fault.patientId}, event ${fault.position}: ${fault.fault}.` : null;
}

async function countVerified(db: Db) {
  const { rows } = await sql<{ audit_rows: number; custody_events: number; seals: number }>`
    select (select count(*)::int from audit_log) as audit_rows,
      (select count(*)::int from custody_events) as custody_events,
      (select count(*)::int from signings where sealed_at is not null) as seals`.execute(db);
  return rows[0] ?? { audit_rows: 0, custody_events: 0, seals: 0 };
}

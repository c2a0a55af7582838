import type { JsonValue } from '@vialkeep/contract/custody.ts';
import type { Db } from '../../kernel/db/db.ts';
import { sha256OfRecord } from '../lab-policy/index.ts';

type Closed = {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly is_drill: boolean;
  readonly source: unknown;
  readonly opened_at: Date;
  readonly risk: string | null;
  readonly conclusion: string;
};

/** What is signed when a deviation is closed. */
export function buildClosedRecord({ id, title, text, is_drill, source, opened_at, risk, conclusion }: Closed) {
  const record: Record<string, JsonValue> = {
    deviation: id,
    title,
    text,
    is_drill,
    // @NOTE the column is a JSON object by its constraint.
    source: source as JsonValue,
    opened_at: opened_at.toISOString(),
    risk,
    conclusion,
  };
  return record;
}

/** Compares every closed deviation with what was signed about it. */
export async function verifyDeviations(db: Db): Promise<{ about: string; fault: string }[]> {
  const rows = await db
    .selectFrom('deviations')
    .innerJoin('signatures', 'signatures.id', 'deviations.signature_id')
    .select(['deviations.id', 'deviations.title', 'deviations.text', 'deviations.is_drill', 'deviations.source'])
    .select(['deviations.opened_at', 'deviations.risk', 'deviations.conclusion'])
    .select(['signatures.record_sha256', 'signatures.subject', 'signatures.subject_id'])
    .where('deviations.state', '=', 'closed')
    .orderBy('deviations.id')
    .execute();
  return rows.flatMap((row) => {
    const isSame =
      sha256OfRecord(buildClosedRecord(row)) === row.record_sha256 &&
      row.subject === 'deviation' &&
      row.subject_id === String(row.id);
    return isSame ? [] : [{ about: `Deviation #${row.id}`, fault: 'it is not what was signed' }];
  });
}

/** Names the vials that an open recall has written down, and that are in store without being held. */
export async function verifyRecalls(db: Db): Promise<{ about: string; fault: string }[]> {
  const rows = await db
    .selectFrom('deviations')
    .innerJoin('deviation_vials', 'deviation_vials.deviation_id', 'deviations.id')
    .innerJoin('vials', 'vials.id', 'deviation_vials.vial_id')
    .select(['deviations.id', 'vials.code'])
    .where('deviations.state', '=', 'open')
    .where('deviations.recalled_at', 'is not', null)
    .where('vials.state', '=', 'stored')
    .where('vials.held_at', 'is', null)
    .orderBy('deviations.id')
    .orderBy('vials.id')
    .execute();
  return rows.map(({ id, code }) => ({
    about: `Deviation #${id}`,
    fault: `vial ${code} is recalled and in store, and is not held`,
  }));
}

import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';
import type { DATABASE_TIME } from '../refunds/index.ts';
import { getItem, type ItemRow } from './items.queries.ts';

export type ItemChange = {
  readonly state: 'open' | 'begun' | 'resolved';
  readonly how?: 'give_back' | 'chargeback' | 'write_off' | 'explained';
  readonly note?: string;
  readonly requested_by?: number | null;
  readonly resolved_by?: number;
  readonly resolved_at?: Date;
  readonly way?: 'void' | 'refund' | null;
  readonly sent_reference?: string | null;
  readonly begun_at?: typeof DATABASE_TIME | null;
  readonly message?: string;
  /** The request to write the difference off, while it is being given back. */
  readonly write_off_by?: number | null;
  readonly write_off_note?: string;
};

/** Writes a step of a difference under its row lock, with the audit row and the digests of what the step posted. */
export async function changeItem(
  work: Work,
  services: Pick<Services, 'domains'>,
  item: ItemRow,
  { action, change, journal = [] }: { action: string; change: ItemChange; journal?: readonly string[] },
): Promise<ItemRow> {
  await work.db.updateTable('reconciliation_items').set(change).where('id', '=', item.id).execute();
  await audit(work, {
    domainId: item.domain_id ?? (await services.domains.main()).id,
    action,
    subject: 'difference',
    subjectId: item.id,
    facts: {
      kind: item.kind,
      state: change.state,
      ...(change.how === undefined ? {} : { how: change.how }),
      ...(journal.length === 0 ? {} : { journal }),
    },
  });
  return getItem(work.db, item.id);
}

/** Another process has taken the step before. */
export async function auditRepetition(
  work: Work,
  { domains }: Pick<Services, 'domains'>,
  item: ItemRow,
): Promise<void> {
  await audit(work, {
    domainId: item.domain_id ?? (await domains.main()).id,
    action: 'reconciliation.repeat',
    subject: 'difference',
    subjectId: item.id,
    facts: { state: item.state },
  });
}

import type { CustodyKind, JsonValue } from '@vialkeep/contract/custody.ts';
import type { Work } from '../../kernel/db/db.ts';
import { appendCustody } from '../custody/index.ts';
import type { LabelRow } from './labels.queries.ts';

type Label = Pick<LabelRow, 'id' | 'domain_id'> & { readonly patients: readonly { readonly id: number }[] };

/** Adds an event about a label to the chain of custody of each of its patients. */
export async function recordLabelEvent(
  work: Work,
  label: Label,
  kind: CustodyKind & `label.${string}`,
  facts: Record<string, JsonValue> = {},
): Promise<void> {
  for (const { id } of label.patients) {
    await appendCustody(work, { id, domainId: label.domain_id }, { kind, facts: { label: label.id, ...facts } });
  }
}

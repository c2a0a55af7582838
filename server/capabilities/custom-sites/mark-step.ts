import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';

type Marks = {
  folder_at?: Date;
  domain_file_at?: Date;
  checked_at?: Date;
  found?: string[];
  up_at?: Date | null;
  certified_at?: Date;
  certified_until?: Date;
};

/** Records a step after its external effect, so that an interrupted step can be repeated. */
export async function markStep(work: Work, id: DomainId, step: string, marks: Marks, facts = {}): Promise<void> {
  await work.db.updateTable('custom_sites').set(marks).where('site_id', '=', id).execute();
  await audit(work, { domainId: id, action: `custom_sites.${step}`, subject: 'domain', subjectId: id, facts });
}

import { stopImport } from '@vialkeep/contract/imports.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { lockImport, setState } from '../imports.queries.ts';

/** The rows that are being written are finished first: their transaction holds a lock on the import. */
export const stopImportHandler = handle(stopImport, async ({ params, write }) =>
  write(async (work) => {
    const row = await lockImport(work, params.id);
    if (row.state !== 'applying' && row.state !== 'stopped') throw refuseBy(stopImport, 'not_running');
    if (row.state === 'applying') {
      await setState(work, row.id, 'stopped');
      await work.db.updateTable('imports').set({ stopped_at: sql`now()` }).where('id', '=', row.id).execute();
    }
    await audit(work, { domainId: row.domain_id, action: 'imports.stop', subject: 'import', subjectId: row.id });
    return { success: true as const, state: 'stopped' as const };
  }),
);

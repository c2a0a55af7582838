import { discardImport } from '@vialkeep/contract/imports.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { deleteFiles } from './delete-files.ts';
import { filesOf, reopenDraft, setState } from './imports.queries.ts';

export const discardImportHandler = handle(discardImport, async ({ params, write }) =>
  write(async (work) => {
    const row = await reopenDraft(work, params.id, () => refuseBy(discardImport, 'in_progress'));
    const files = await filesOf(work.db, row.id);
    await deleteFiles(
      work,
      files.map(({ id }) => id),
    );
    await setState(work, row.id, 'discarded');
    await audit(work, { domainId: row.domain_id, action: 'imports.discard', subject: 'import', subjectId: row.id });
    return { success: true as const };
  }),
);

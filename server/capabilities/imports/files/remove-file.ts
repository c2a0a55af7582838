import { removeImportFile } from '@vialkeep/contract/imports.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { deleteFiles } from '../delete-files.ts';
import { reopenDraft, requireFile } from '../imports.queries.ts';

export const removeImportFileHandler = handle(removeImportFile, async ({ params, write }) =>
  write(async (work) => {
    const row = await reopenDraft(work, params.id, () => refuseBy(removeImportFile, 'in_progress'));
    const file = await requireFile(work.db, row.id, params.fileId);
    await deleteFiles(work, [file.id]);
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.remove_file',
      subject: 'import',
      subjectId: row.id,
      facts: { file: file.id, sha256: file.sha256 },
    });
    return { success: true as const };
  }),
);

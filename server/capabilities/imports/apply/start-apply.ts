import { applyImport } from '@vialkeep/contract/imports.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { filesOf, findImported, isEmptied, lockApplying, lockImport, setState } from '../imports.queries.ts';
import { RUN_IMPORT } from '../job-names.ts';

export const applyImportHandler = handle(applyImport, async ({ body, params, write }) =>
  write(async (work) => {
    const row = await lockImport(work, params.id);
    const isRunning = row.state === 'applying' || row.state === 'applied';
    if (!isRunning && row.state !== 'checked' && row.state !== 'stopped') throw refuseBy(applyImport, 'not_checked');
    if (body.check_no !== row.check_no) throw refuseBy(applyImport, 'checked_meanwhile');
    const facts = { check_no: row.check_no, only_valid: body.only_valid };
    const about = { domainId: row.domain_id, action: 'imports.start', subject: 'import', subjectId: row.id } as const;
    await audit(work, { ...about, facts });
    if (isRunning) return { success: true as const, state: row.state };
    const files = await filesOf(work.db, row.id);
    if (isEmptied(files))
      throw refuseBy(applyImport, 'not_checked', { message: 'The rows of this import are deleted.' });
    // What was stopped had this answer already.
    if (row.state === 'checked' && !body.only_valid && files.some(({ problem_rows }) => problem_rows > 0)) {
      throw refuseBy(applyImport, 'has_problems');
    }
    await lockApplying(work, row.domain_id);
    if (await findImported(work.db, row, files)) throw refuseBy(applyImport, 'file_imported_before');
    await setState(work, row.id, 'applying');
    await enqueue(work, RUN_IMPORT, { id: row.id }, `import-${row.id}`);
    return { success: true as const, state: 'applying' as const };
  }),
);

import { audit } from '../../kernel/audit/audit.ts';
import type { Services } from '../../kernel/services.ts';
import { runImport } from './run-import.ts';

export type DemoImport = {
  readonly domainId: number;
  readonly ownerId: number;
  readonly name: string;
  readonly fileName: string;
  readonly storedName: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly headers: readonly string[];
  readonly rows: number;
};

/** Inserts an import of one complete file of people, and checks it as the job does. */
export async function checkDemoImport(services: Services, demo: DemoImport): Promise<void> {
  const cause = { actorId: demo.ownerId, userId: demo.ownerId, sessionId: null, requestId: 'demo-import' };
  const importId = await services.store.write('platform', cause, async (work) => {
    const { id } = await work.db
      .insertInto('imports')
      .values({
        domain_id: demo.domainId,
        name: demo.name,
        created_by: demo.ownerId,
        state: 'checking',
        check_no: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: fileId } = await work.db
      .insertInto('import_files')
      .values({
        import_id: id,
        domain_id: demo.domainId,
        kind: 'people',
        name: demo.fileName,
        bytes: demo.bytes,
        sha256: demo.sha256,
        completed_at: new Date(),
        columns: JSON.stringify(demo.headers.map((header) => ({ header, filled: 1, samples: [], days: null }))),
        mapping: JSON.stringify(Object.fromEntries(demo.headers.map((header) => [header, header]))),
        format: JSON.stringify({ type: 'csv', encoding: 'utf-8', delimiter: ',' }),
        row_count: demo.rows,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await work.db
      .insertInto('import_chunks')
      .values({
        file_id: fileId,
        n: 0,
        domain_id: demo.domainId,
        bytes: demo.bytes,
        sha256: demo.sha256,
        stored_name: demo.storedName,
      })
      .execute();
    await audit(work, { domainId: demo.domainId, action: 'imports.create', subject: 'import', subjectId: id });
    return id;
  });
  await runImport(services, importId, cause);
}

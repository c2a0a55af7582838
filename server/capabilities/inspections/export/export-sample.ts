import { exportSample } from '@vialkeep/contract/inspections.ts';
import { streamZip } from '../../../kernel/files/zip-stream.ts';
import { streamedFile } from '../../../kernel/http/forms/streamed-file.ts';
import { atOnce } from '../../../kernel/http/handle.ts';
import { handleInspector } from '../inspector.ts';
import { listSampleDocuments, loadSample } from '../sample/load-sample.ts';
import { exportEntries } from './export-entries.ts';

const RUNS = { bucket: 'export-sample', most: 60, minutes: 60 };
const EXPORTS_AT_ONCE = 4;

/** All rows are read before the first byte leaves; files are read while they are sent. */
export const exportSampleHandler = atOnce(
  handleInspector(exportSample, async ({ inspector, read, note, params, request, services }) => {
    await services.limits.count(RUNS, String(inspector.inspectionId));
    const { file, documents } = await read(async (db) => ({
      file: await loadSample(db, services.dataKey, inspector, params.id, null),
      documents: await listSampleDocuments(db, params.id),
    }));
    note({ subject: params.id, object: '' });
    const at = new Date();
    return streamedFile(
      { requestId: request.id, log: services.log },
      {
        fileName: `sample-${params.id}-${at.toISOString().slice(0, 10)}.zip`,
        mediaType: 'application/zip',
        chunks: streamZip(
          exportEntries(services, { inspector, file, documents: inspector.withNames ? documents : [], at }),
        ),
      },
    );
  }),
  EXPORTS_AT_ONCE,
);

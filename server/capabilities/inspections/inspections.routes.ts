import type { Handler } from '../../kernel/http/handle.ts';
import { closeInspectionHandler } from './close-inspection.ts';
import { createInspectionHandler } from './create-inspection.ts';
import { endInspectionHandler } from './end-inspection.ts';
import { exportSampleHandler } from './export/export-sample.ts';
import { listInspectionsHandler } from './list-inspections.ts';
import { openInspectionHandler } from './open-inspection.ts';
import { listSamplesHandler } from './sample/list-samples.ts';
import { readInspectedDocumentHandler } from './sample/read-inspected-document.ts';
import { readSampleHandler } from './sample/read-sample.ts';
import { verifySampleHandler } from './sample/verify-sample.ts';
import { sendInspectionCodeHandler } from './send-inspection-code.ts';

export const inspectionsHandlers: readonly Handler[] = [
  listInspectionsHandler,
  createInspectionHandler,
  endInspectionHandler,
  sendInspectionCodeHandler,
  openInspectionHandler,
  listSamplesHandler,
  readSampleHandler,
  readInspectedDocumentHandler,
  verifySampleHandler,
  exportSampleHandler,
  closeInspectionHandler,
];

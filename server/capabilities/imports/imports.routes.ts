import type { Handler } from '../../kernel/http/handle.ts';
import { applyImportHandler } from './apply/start-apply.ts';
import { stopImportHandler } from './apply/stop-import.ts';
import { exportImportProblemsHandler } from './check/export-problems.ts';
import { listImportProblemsHandler } from './check/list-problems.ts';
import { checkImportHandler } from './check/start-check.ts';
import { createImportHandler } from './create-import.ts';
import { discardImportHandler } from './discard-import.ts';
import { addImportFileHandler } from './files/add-file.ts';
import { completeImportFileHandler } from './files/complete-file.ts';
import { mapImportFileHandler } from './files/map-file.ts';
import { putImportChunkHandler } from './files/put-chunk.ts';
import { removeImportFileHandler } from './files/remove-file.ts';
import { listImportsHandler } from './list-imports.ts';
import { readImportHandler } from './read-import.ts';
import { readImportTemplateHandler } from './read-template.ts';
import { readImportUndoHandler, undoImportHandler } from './undo/start-undo.ts';
import { readImportWavesHandler, startImportWaveHandler, stopImportWaveHandler } from './waves/waves.ts';

export const importsHandlers: readonly Handler[] = [
  readImportTemplateHandler,
  listImportsHandler,
  createImportHandler,
  readImportHandler,
  discardImportHandler,
  addImportFileHandler,
  removeImportFileHandler,
  putImportChunkHandler,
  completeImportFileHandler,
  mapImportFileHandler,
  checkImportHandler,
  listImportProblemsHandler,
  exportImportProblemsHandler,
  applyImportHandler,
  stopImportHandler,
  readImportUndoHandler,
  undoImportHandler,
  readImportWavesHandler,
  startImportWaveHandler,
  stopImportWaveHandler,
];

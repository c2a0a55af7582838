import { listBenchLogHandler } from './home/list-bench-log.ts';
import { readBenchHomeHandler } from './home/read-bench-home.ts';
import { printLabelsHandler } from './labels/print-labels.ts';
import { readVialPassportHandler } from './passport/read-vial-passport.ts';
import { lookUpScanHandler } from './scan/look-up-scan.ts';
import { undoScanHandler } from './undo/undo-scan.ts';

export const benchHandlers = [
  lookUpScanHandler,
  readBenchHomeHandler,
  listBenchLogHandler,
  undoScanHandler,
  readVialPassportHandler,
  printLabelsHandler,
];

import type { Handler } from '../../kernel/http/handle.ts';
import { readBenchPhotoHandler, uploadBenchPhotoHandler } from './arrivals/bench-photos.ts';
import { correctArrivalHandler } from './arrivals/correct-arrival.ts';
import { listArrivalsHandler } from './arrivals/list-arrivals.ts';
import { recordArrivalHandler } from './arrivals/record-arrival.ts';
import { addBatchVialsHandler } from './batches/add-batch-vials.ts';
import { closeBatchHandler } from './batches/close-batch.ts';
import { openBatchHandler } from './batches/open-batch.ts';
import { listBatchesHandler, readBatchHandler } from './batches/read-batches.ts';
import { recordBatchLotHandler } from './batches/record-batch-lot.ts';
import { recordQcHandler } from './batches/record-qc.ts';
import { listHarvestsHandler } from './harvests/list-harvests.ts';
import { recordHarvestHandler } from './harvests/record-harvest.ts';
import { addKitsHandler } from './kits/add-kits.ts';
import { addLotHandler } from './kits/add-lot.ts';
import { correctLotHandler } from './kits/correct-lot.ts';
import { listKitsHandler } from './kits/list-kits.ts';
import { listLotsHandler } from './kits/list-lots.ts';
import { sendKitsHandler } from './kits/send-kits.ts';
import { voidKitHandler } from './kits/void-kit.ts';

export const intakeHandlers: readonly Handler[] = [
  listLotsHandler,
  addLotHandler,
  correctLotHandler,
  listKitsHandler,
  addKitsHandler,
  sendKitsHandler,
  voidKitHandler,
  listHarvestsHandler,
  recordHarvestHandler,
  uploadBenchPhotoHandler,
  readBenchPhotoHandler,
  listArrivalsHandler,
  recordArrivalHandler,
  correctArrivalHandler,
  listBatchesHandler,
  openBatchHandler,
  readBatchHandler,
  recordBatchLotHandler,
  recordQcHandler,
  addBatchVialsHandler,
  closeBatchHandler,
];

import type { Handler } from '../../kernel/http/handle.ts';
import { beginStockCountHandler } from './begin-stock-count.ts';
import { changePlaceHandler } from './change-place.ts';
import { closeStockCountHandler } from './close-stock-count.ts';
import { createPlaceHandler } from './create-place.ts';
import { listPlacesHandler, readPlaceHandler } from './list-places.ts';
import { listStockCountsHandler, readStockCountHandler } from './list-stock-counts.ts';
import { placeVialHandler } from './place-vial.ts';
import { scanIntoCountHandler } from './scan-into-count.ts';
import { takeVialHandler } from './take-vial.ts';

export const storageHandlers: readonly Handler[] = [
  listPlacesHandler,
  createPlaceHandler,
  readPlaceHandler,
  changePlaceHandler,
  placeVialHandler,
  takeVialHandler,
  listStockCountsHandler,
  beginStockCountHandler,
  readStockCountHandler,
  scanIntoCountHandler,
  closeStockCountHandler,
];

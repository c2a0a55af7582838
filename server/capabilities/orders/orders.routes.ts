import type { Handler } from '../../kernel/http/handle.ts';
import { cancelOpenOrderHandler, deliverVialOrderHandler } from './end-vial-order.ts';
import { listVialOrdersHandler } from './list-vial-orders.ts';
import { makeOrderLabelHandler } from './make-order-label.ts';
import { packOrderVialHandler } from './pack-order-vial.ts';
import { pickOrderVialHandler } from './pick-order-vial.ts';
import { printPackingSlipHandler, readOrderLabelHandler } from './print-order-papers.ts';
import { readVialOrderHandler } from './read-vial-order.ts';
import { reportLostVialHandler } from './report-lost-vial.ts';
import { shipVialOrderHandler } from './ship-vial-order.ts';

export const ordersHandlers: readonly Handler[] = [
  listVialOrdersHandler,
  readVialOrderHandler,
  printPackingSlipHandler,
  readOrderLabelHandler,
  pickOrderVialHandler,
  packOrderVialHandler,
  reportLostVialHandler,
  shipVialOrderHandler,
  makeOrderLabelHandler,
  deliverVialOrderHandler,
  cancelOpenOrderHandler,
];

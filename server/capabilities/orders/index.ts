export {
  cancelVialOrder,
  dropVialOrder,
  findPurchasedOrder,
  openVialOrder,
  type PurchasedOrder,
  payVialOrder,
} from './checkout-orders.ts';
export { enqueueFillOrders, settleOrder, settleOrders } from './settle-orders.ts';
export { verifyOrders } from './verify-orders.ts';

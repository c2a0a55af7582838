import { checkOutOwnVials } from '@vialkeep/contract/checkout.ts';
import { handle } from '../../kernel/http/handle.ts';
import { placeOrder } from './place-order.ts';

export const checkOutOwnVialsHandler = handle(checkOutOwnVials, (call) => placeOrder(call));

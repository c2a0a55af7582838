import { checkOut } from '@vialkeep/contract/checkout.ts';
import { handle } from '../../kernel/http/handle.ts';
import { placeOrder } from './place-order.ts';

export const checkOutHandler = handle(checkOut, (call) => placeOrder(call));

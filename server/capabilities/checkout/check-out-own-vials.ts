import { checkOutOwnVials } from '@vialkeep/contract/checkout.ts';
import { handle } from '../../kernel/http/handle.ts';
import { buy } from './buy.ts';

export const checkOutOwnVialsHandler = handle(checkOutOwnVials, (call) => buy(call));

import { listCustodyHandler } from './list-custody.ts';

export const custodyHandlers = [listCustodyHandler];

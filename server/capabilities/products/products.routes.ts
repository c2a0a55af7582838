import { listProductOptionsHandler } from './list-product-options.ts';
import { readProductHandler } from './read-product.ts';

export const productsHandlers = [readProductHandler, listProductOptionsHandler];

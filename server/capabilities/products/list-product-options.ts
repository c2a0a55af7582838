import { listProductOptions } from '@vialkeep/contract/products.ts';
import { handle } from '../../kernel/http/handle.ts';
import { productsForSale } from './products.queries.ts';

export const listProductOptionsHandler = handle(listProductOptions, async ({ db }) =>
  (await productsForSale(db)).map(({ id, name }) => ({ value: id, label: name, name })),
);

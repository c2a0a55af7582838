export {
  buildProductForSale,
  type ProductForSale,
  productForSale,
  productsForSale,
  selectProduct,
} from './products.queries.ts';
export { type NewPrice, setPrice } from './set-price.ts';

export { type ProductForSale, productForSale, productsForSale } from './products.queries.ts';
export { type NewPrice, setPrice } from './set-price.ts';

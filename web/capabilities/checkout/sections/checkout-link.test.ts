import { productsFor } from '@vialkeep/contract/products.ts';
import { expect, test } from 'vitest';
import { checkoutTexts } from '../checkout.texts.ts';
import { checkoutLink } from './checkout-link.ts';

const { buttons } = checkoutTexts.payments;
const offered = (plan: 4 | 5) => productsFor(plan).map((id) => `${buttons[id]} ${checkoutLink(id).to}`);

test('F045 a harvest center has nine buttons to the right checkouts', () => {
  expect(offered(4)).toEqual([
    'New Patient Processing Fee /harvest-center/checkout/processing-fee',
    'Order Patient Vials /harvest-center/checkout/product/2',
    'Pre-Order Patient Vials /harvest-center/checkout/product/14',
    'Harvesting Kit /harvest-center/checkout/product/3',
    'FDA Cleared Single Use Sterile Disposable Cannula /harvest-center/checkout/product/8',
    '5 Harvesting Kits /harvest-center/checkout/product/9',
    '5 FDA Cleared Single Use Sterile Disposable Cannulas /harvest-center/checkout/product/10',
    'Shipping Supplies /harvest-center/checkout/product/11',
    'Office Pop-up Banner /harvest-center/checkout/product/12',
  ]);
});

test('F046 a referral harvest center has four buttons to the right checkouts', () => {
  expect(offered(5)).toEqual([
    'New Patient Referral Processing Fee /harvest-center/checkout/harvest-fee',
    'Order Patient Vials /harvest-center/checkout/product/2',
    'Pre-Order Patient Vials /harvest-center/checkout/product/14',
    'Office Pop-up Banner /harvest-center/checkout/product/12',
  ]);
});

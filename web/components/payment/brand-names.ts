import type { CardBrand } from '@vialkeep/contract/card-number.ts';

/** What a brand is called where people read it. */
export const brandNames: Readonly<Record<CardBrand, string>> = {
  Visa: 'Visa',
  MasterCard: 'MasterCard',
  AmericanExpress: 'American Express',
  Discover: 'Discover',
  DinersClub: 'Diners Club',
  JCB: 'JCB',
  Card: 'Card',
};

import type { CardBrand } from '@vialkeep/contract/card-number.ts';

/** The display names of the card brands. */
export const brandNames: Readonly<Record<CardBrand, string>> = {
  Visa: 'Visa',
  MasterCard: 'MasterCard',
  AmericanExpress: 'American Express',
  Discover: 'Discover',
  DinersClub: 'Diners Club',
  JCB: 'JCB',
  Card: 'Card',
};

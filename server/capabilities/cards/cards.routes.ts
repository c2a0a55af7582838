import { addCardHandler, addFirstCardHandler } from './add-card.ts';
import { deleteCardHandler } from './delete-card.ts';
import { listCardsHandler } from './list-cards.ts';
import { readCustomerProfileHandler } from './read-customer-profile.ts';
import { readTokeniserHandler } from './read-tokeniser.ts';

export const cardsHandlers = [
  readCustomerProfileHandler,
  listCardsHandler,
  addCardHandler,
  addFirstCardHandler,
  deleteCardHandler,
  readTokeniserHandler,
];

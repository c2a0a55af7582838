import { addCardHandler, addFirstCardHandler } from './add-card.ts';
import { deleteCardHandler } from './delete-card.ts';
import { listCardsHandler } from './list-cards.ts';
import { readCustomerProfileHandler } from './read-customer-profile.ts';

export const cardsHandlers = [
  readCustomerProfileHandler,
  listCardsHandler,
  addCardHandler,
  addFirstCardHandler,
  deleteCardHandler,
];
